// All that pages do by themselves; without it every page still works.
import "./enhance.js";
import "./again.js";
import "./drop.js";
import "./progress.js";
import "./refresh.js";
import "./table.js";
import "./keys.js";
import "./toast.js";
import "./copy.js";
import "./pages/quick_score.js";
import "./pages/database.js";
import "./pages/items.js";
import "./pages/campaign_preview.js";
import { keptAnswersExist } from "./answering/kept_answers.js";

// not above: scripts of pages run after all of that, and keys are lost until then
if (keptAnswersExist()) void import("./judge/waiting_answers.js");

// on a phone the row of tabs is wider than the screen, and the current one may be beside it
document.querySelector(".projbar [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
