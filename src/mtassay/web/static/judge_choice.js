// The page that lists what there is to judge.
import { goToRememberedName } from "./judge_name.js";

goToRememberedName();
