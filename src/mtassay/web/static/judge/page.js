// The page that judges a project by a score and the classes of information items.
import { beginJudging } from "../answering/begin.js";
import { goToRememberedName } from "./name.js";
import { SserForm } from "./sser_form.js";

const root = document.querySelector("[data-judging]");
if (root instanceof HTMLElement && !goToRememberedName()) beginJudging(root, new SserForm());
