// The page that lists what there is to judge.
import { goToRememberedName } from "./name.js";

goToRememberedName();
