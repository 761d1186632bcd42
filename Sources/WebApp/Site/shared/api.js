// Talks to the server. No answer is kept here, so that a lock has nothing to forget.

const tokenKey = "cardvault-token";

/** The version of this page; each answer names the server's. */
const ownVersion = document.querySelector("meta[name=cardvault-version]")?.content;

/**
 * Dispatches `signed-out`, `locked`, `key-changed`, and `outdated` when the server has another version than the page;
 * `emptied` when nothing of the vault may stay, and `unseen` with the outcome of a change whose answer came after that.
 */
export const session = new EventTarget();

/** Advice for errors without one: the page is outdated, the session ended, or the server has a fault. */
const remedies = new Map([
  [400, "Reload the page, then try again."],
  [403, "Open a new link from the terminal."],
  [413, "Choose a smaller file."],
  [500, "Try again. If that does not help, start cardvault serve again in the terminal."],
]);

/** A refusal in the server's words, with what is known of a change that was made all the same. */
class Refusal extends Error {
  constructor(status, answer = {}, change = null) {
    super(answer.error ?? "cardvault sent an answer that cannot be read");
    this.status = status;
    this.because = answer.because;
    this.remedy = answer.try ?? (answer.because ? undefined : remedies.get(status));
    this.field = answer.field;
    /** The id of the removed card that it is about. */
    this.removed = answer.removed;
    this.change = change;
  }

  /** Whether the page is about to be emptied, so that the error need not be shown. */
  get endsSession() {
    return this.status === 401 || this.status === 423;
  }
}

/** Whether the same call may work later, as the server or the vault is away. */
export const isOutage = (error) => error.status === 0 || error.status === 503;

export const hasToken = () => sessionStorage.getItem(tokenKey) !== null;
export const keepToken = (token) => sessionStorage.setItem(tokenKey, token);
export const dropToken = () => sessionStorage.removeItem(tokenKey);

let stamp = null;
let first = null;

/** The stamp of the first answer of all. */
export const firstStamp = () => first;

/** Changes whenever the vault changes. */
export const currentStamp = () => stamp;

/** Takes the stamp of an answer that another tab got. */
export const keepStamp = (told) => (stamp = told);

let quietCount = 0;

/** Runs work whose calls do not count as use by a person, so that they do not delay the automatic lock. */
export async function quietly(work) {
  quietCount += 1;
  try {
    return await work();
  } finally {
    quietCount -= 1;
  }
}

const unanswered = () => new Refusal(0, {
  error: "cardvault is not responding",
  because: "It was stopped, or this device lost its connection to it.",
  try: "Start it again in the terminal: cardvault serve.",
});

const overdue = () => new Refusal(0, {
  error: "cardvault is taking a long time to answer", because: "The machine may be busy.", try: "Wait a moment.",
});

async function send(method, name, body, headers, signal, isQuiet = quietCount > 0) {
  const before = emptiedCount;
  let answer;
  try {
    answer = await fetch(`/api/${name}`, {
      method,
      body,
      signal,
      cache: "no-store",
      credentials: "same-origin",
      headers: {
        ...headers,
        "X-Cardvault": sessionStorage.getItem(tokenKey) ?? "",
        ...(isQuiet && { "X-Cardvault-Quiet": "1" }),
      },
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw error.name === "TimeoutError" ? overdue() : unanswered();
  }
  stamp = answer.headers.get("X-Cardvault-Stamp") ?? stamp;
  first ??= stamp;
  if (answer.ok) {
    // The token of a sign-in must be kept first; the next answer names the version too.
    if (name !== "sign-in") checkVersion(answer);
    return answer;
  }
  const words = await answer.json().catch(() => null);
  // A reverse proxy answers in its own words.
  if (!words && answer.status >= 502 && answer.status <= 504) throw unanswered();
  // Answers to earlier calls say nothing about a session or a vault that was opened since.
  const isCurrent = before === emptiedCount;
  // With a wrong code at sign-in, there is no session to end.
  if (isCurrent && answer.status === 401 && name !== "sign-in") session.dispatchEvent(new Event("signed-out"));
  if (isCurrent && answer.status === 423) {
    session.dispatchEvent(words?.keyChanged ? new CustomEvent("key-changed", { detail: { isQuiet } })
      : new Event(words?.noVault ? "no-vault" : "locked"));
  }
  // After the page was emptied, if it has to be.
  checkVersion(answer);
  throw new Refusal(answer.status, words ?? {}, changeOf(answer));
}

function checkVersion(answer) {
  const version = answer.headers.get("X-Cardvault-Version");
  if (ownVersion && version && version !== ownVersion) {
    session.dispatchEvent(new CustomEvent("outdated", { detail: version }));
  }
}

let emptiedCount = 0;

/** Their answers contain nothing of the vault, and their effects must happen: other tabs learn of a lock. */
const neverDropped = ["sign-in", "lock", "unlock"];

/** Drops answers that are under way, so that an emptied page shows and saves nothing of them. */
export function dropAnswers() {
  emptiedCount += 1;
  session.dispatchEvent(new Event("emptied"));
}

/** What became of the requested change: `saved` or `unsure`; `null` if there was none. */
const changeOf = (answer) => answer.headers.get("X-Cardvault-Change");

/** Said instead of a dropped answer, by what became of the change. */
const droppedWords = {
  saved: { error: "The change was saved; the vault was locked meanwhile" },
  unsure: { error: "The vault was locked meanwhile, and the change may have been saved", try: "Look before you repeat it." },
};

/** Makes a call and returns what `read` makes of its answer; if the page was emptied meanwhile, throws what became of a change. */
async function request(read, method, name, ...sent) {
  const before = emptiedCount;
  let answer;
  let result;
  let problem;
  try {
    answer = await send(method, name, ...sent);
    result = await read(answer);
  } catch (error) {
    problem = error;
  }
  if (before !== emptiedCount && !neverDropped.includes(name)) {
    const change = answer ? changeOf(answer) : problem.change;
    const dropped = new Refusal(423, droppedWords[change] ?? { error: "The vault was locked meanwhile" }, change);
    if (change) session.dispatchEvent(new CustomEvent("unseen", { detail: dropped }));
    throw dropped;
  }
  if (problem) throw problem;
  return result;
}

/** Makes a call with JSON. */
const requestWithJSON = (read, name, body, signal, isQuiet) =>
  request(read, "POST", name, JSON.stringify(body), { "Content-Type": "application/json" }, signal, isQuiet);

/** Some proxies take 8 KB in a header (nginx, `large_client_header_buffers`). */
const maxParametersLength = 7_000;

/** Makes a call that only reads, with its parameters in a header: an address would be kept in logs. */
async function requestWithParameters(read, name, parameters, signal, isQuiet) {
  const text = encodeURIComponent(JSON.stringify(parameters));
  if (text.length > maxParametersLength) throw new Refusal(413, { error: "this is too much text", try: "Type less." });
  return request(read, "GET", name, undefined, { "X-Cardvault-Parameters": text }, signal, isQuiet);
}

/** Reads from the server. */
export const get = (name, parameters = {}, signal) => requestWithParameters((answer) => answer.json(), name, parameters, signal);

/** Reads without counting as use by a person. */
export const getQuietly = (name, parameters = {}, signal) => requestWithParameters((answer) => answer.json(), name, parameters, signal, true);

/** Makes a change, and returns the server's answer. */
export const call = (name, body = {}, signal) => requestWithJSON((answer) => answer.json(), name, body, signal);

/** Makes a single call that does not count as use; what a person does meanwhile still does. */
export const callQuietly = (name, body = {}, signal) => requestWithJSON((answer) => answer.json(), name, body, signal, true);

/** A file with its name, and how many photos it lacks. */
const file = async (answer) => ({
  blob: await answer.blob(),
  name: /filename="?([^";]+)"?/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "cards.cardvault",
  missingPhotos: Number(answer.headers.get("X-Cardvault-Missing-Photos") ?? 0),
});

/** Gets a file. */
export const getOctets = (name, parameters = {}, signal) => requestWithParameters(file, name, parameters, signal);

/** Has the server make a file. */
export const octets = (name, body = {}, signal) => requestWithJSON(file, name, body, signal);

/** Has the server make a file, and returns the line of JSON about it, with its `bytes`. */
export const labelledOctets = (name, body) => requestWithJSON(async (answer) => {
  const whole = new Uint8Array(await answer.arrayBuffer());
  const end = whole.indexOf(10);
  return { ...JSON.parse(new TextDecoder().decode(whole.subarray(0, end))), bytes: whole.subarray(end + 1) };
}, name, body);

/** Sends octets, and returns the server's answer. */
export const sendOctets = (name, body, headers = {}, signal) => request((answer) => answer.json(), "POST", name, body,
  { "Content-Type": "application/octet-stream", ...headers }, signal);

/** Sends a file. */
export async function upload(name, body, headers = {}, signal) {
  try {
    // Browsers report any failure alike; this recognises an unreadable file.
    await body.slice(0, 1).arrayBuffer();
  } catch {
    throw new Refusal(400, {
      error: "This file cannot be read", because: "It was moved, changed or removed.", try: "Choose it again.",
    });
  }
  return sendOctets(name, body, headers, signal);
}
