// The views by address, with their titles; the server knows the same addresses (SiteFiles.swift). Ids are random, so neither reveals anything about a card.

import { cards } from "./cards/cards.js";
import { decisions } from "./review/decisions.js";
import { edit } from "./cards/edit.js";
import { history } from "./cards/history.js";
import { importing } from "./import/import.js";
import { log } from "./cards/log.js";
import { more } from "./vault/more.js";
import { review } from "./review/review.js";
import { scanHelp } from "./scan/help.js";
import { scan } from "./scan/scan.js";
import { sheet } from "./vault/sheet.js";
import { sync } from "./vault/sync.js";
import { till } from "./till/till.js";
import { type } from "./cards/type.js";

export const routes = [
  [/^\/$/, cards, "Cards"],
  [/^\/card\/([0-9a-f]{32})$/, till, "Card"],
  [/^\/edit\/([0-9a-f]{32})$/, edit, "Edit card"],
  [/^\/history\/([0-9a-f]{32})$/, history, "Card history"],
  [/^\/log$/, log, "Changes"],
  [/^\/review$/, review, "Review"],
  [/^\/import$/, importing, "Import"],
  [/^\/scan$/, scan, "Scan"],
  [/^\/scan-help$/, scanHelp, "Not scanning?"],
  [/^\/type$/, type, "Type a card"],
  [/^\/sync$/, sync, "Sync"],
  [/^\/decisions$/, decisions, "Decisions"],
  [/^\/sheet$/, sheet, "Recovery sheet"],
  [/^\/more$/, more, "More"],
];
