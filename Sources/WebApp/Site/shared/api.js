// Talks to the server. Nothing that it answers is kept here, so that locking has nothing to forget.

const tokenKey = "cardvault-token";

/** The version that this page came with; each answer names that of the server. */
const ownVersion = document.querySelector("meta[name=cardvault-version]")?.content;

/**
 * Sends `signed-out`, `locked`, `key-changed`, and `outdated` when the server is of another version than the page;
 * `emptied` when nothing of the vault may stay, and `unseen` with what to say of a change whose answer came after that.
 */
export const session = new EventTarget();

/** What to do where the server does not say: the page is older than it, the session is another one's, or it has a fault. */
const remedies = new Map([
  [400, "Reload the page, then try again."],
  [403, "Open a new link from the terminal."],
  [413, "Choose a smaller file."],
  [500, "Try again. If that does not help, start cardvault serve again in the terminal."],
]);

/** What the server refused, in its words; and what is known of a change that it made all the same. */
class Refusal extends Error {
  constructor(status, answer = {}, change = null) {
    super(answer.error ?? "cardvault sent an answer that cannot be read");
    this.status = status;
    this.because = answer.because;
    this.remedy = answer.try ?? (answer.because ? undefined : remedies.get(status));
    this.field = answer.field;
    this.change = change;
  }

  /** Whether the page is about to be emptied, so that nobody needs to hear of the error. */
  get endsSession() {
    return this.status === 401 || this.status === 423;
  }
}

/** Whether nothing can be asked at all, so that the same may work later: no answer, or no vault. */
export const isOutage = (error) => error.status === 0 || error.status === 503;

export const hasToken = () => sessionStorage.getItem(tokenKey) !== null;
export const keepToken = (token) => sessionStorage.setItem(tokenKey, token);
export const dropToken = () => sessionStorage.removeItem(tokenKey);

let stamp = null;

/** Changes whenever the vault does. */
export const currentStamp = () => stamp;

let quietCount = 0;

/** Runs work whose calls are no use of the vault by a person, so that they do not put off the automatic lock. */
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
  if (answer.ok) {
    // The token of a sign-in has to be kept first; the next answer names the version, too.
    if (name !== "sign-in") tellVersion(answer);
    return answer;
  }
  const words = await answer.json().catch(() => null);
  // A reverse proxy says so in its own words.
  if (!words && answer.status >= 502 && answer.status <= 504) throw unanswered();
  // What was asked before the page was emptied says nothing about a session or a vault that was opened since.
  const isCurrent = before === emptiedCount;
  // A wrong code at sign-in has no session that could end.
  if (isCurrent && answer.status === 401 && name !== "sign-in") session.dispatchEvent(new Event("signed-out"));
  if (isCurrent && answer.status === 423) {
    session.dispatchEvent(words?.keyChanged ? new CustomEvent("key-changed", { detail: { isQuiet } }) : new Event("locked"));
  }
  // The page is empty by now if it has to be.
  tellVersion(answer);
  throw new Refusal(answer.status, words ?? {}, changeOf(answer));
}

function tellVersion(answer) {
  const version = answer.headers.get("X-Cardvault-Version");
  if (ownVersion && version && version !== ownVersion) {
    session.dispatchEvent(new CustomEvent("outdated", { detail: version }));
  }
}

let emptiedCount = 0;

/** Their answers hold nothing of the vault, and what follows them must happen: other tabs are told of a lock. */
const neverDropped = ["sign-in", "lock", "unlock"];

/** Drops the answers that are under way: a page that was emptied shows and saves nothing of them. */
export function dropAnswers() {
  emptiedCount += 1;
  session.dispatchEvent(new Event("emptied"));
}

/** What the server knows of the change that was asked for: `saved`, or `unsure`; `null` if none was. */
const changeOf = (answer) => answer.headers.get("X-Cardvault-Change");

/** What is said in place of an answer that was dropped, by what is known of a change. */
const droppedWords = {
  saved: { error: "The change was saved; the vault was locked meanwhile" },
  unsure: { error: "The vault was locked meanwhile, and the change may have been saved", try: "Look before you repeat it." },
};

/** What `read` makes of the answer to a call, unless the page was emptied meanwhile: then only what became of a change is told. */
async function asked(read, method, name, ...sent) {
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
    const dropped = new Refusal(423, droppedWords[change] ?? { error: "The vault was locked meanwhile" });
    if (change) session.dispatchEvent(new CustomEvent("unseen", { detail: dropped }));
    throw dropped;
  }
  if (problem) throw problem;
  return result;
}

/** What `read` makes of the answer to a call with JSON. */
const askedWithJSON = (read, name, body, signal, isQuiet) =>
  asked(read, "POST", name, JSON.stringify(body), { "Content-Type": "application/json" }, signal, isQuiet);

/** Some proxies take 8 KB in a header (nginx, `large_client_header_buffers`). */
const longestParameters = 7_000;

/** What `read` makes of what the server has, whose parameters are in a header: an address would be kept in logs. */
async function askedFor(read, name, parameters, signal, isQuiet) {
  const text = encodeURIComponent(JSON.stringify(parameters));
  if (text.length > longestParameters) throw new Refusal(413, { error: "this is too much text", try: "Type less." });
  return asked(read, "GET", name, undefined, { "X-Cardvault-Parameters": text }, signal, isQuiet);
}

/** Gets an answer that changes nothing. */
export const get = (name, parameters = {}, signal) => askedFor((answer) => answer.json(), name, parameters, signal);

/** Gets it as `quietly` does. */
export const getQuietly = (name, parameters = {}, signal) => askedFor((answer) => answer.json(), name, parameters, signal, true);

/** Calls the server for a change, and returns its answer. */
export const call = (name, body = {}, signal) => askedWithJSON((answer) => answer.json(), name, body, signal);

/** Calls the server as `quietly` does, for one call: what a person does meanwhile still counts as use. */
export const callQuietly = (name, body = {}, signal) => askedWithJSON((answer) => answer.json(), name, body, signal, true);

/** A file: its octets, its name, and how many photos it lacks. */
const file = async (answer) => ({
  blob: await answer.blob(),
  name: /filename="?([^";]+)"?/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "cards.cardvault",
  missingPhotos: Number(answer.headers.get("X-Cardvault-Missing-Photos") ?? 0),
});

/** Gets a file. */
export const getOctets = (name, parameters = {}, signal) => askedFor(file, name, parameters, signal);

/** Calls the server for a file that is made. */
export const octets = (name, body = {}, signal) => askedWithJSON(file, name, body, signal);

/** Calls the server for a line of JSON about a file, with its `bytes`. */
export const labelledOctets = (name, body) => askedWithJSON(async (answer) => {
  const whole = new Uint8Array(await answer.arrayBuffer());
  const end = whole.indexOf(10);
  return { ...JSON.parse(new TextDecoder().decode(whole.subarray(0, end))), bytes: whole.subarray(end + 1) };
}, name, body);

/** Calls the server with octets, and returns its answer. */
export const sendOctets = (name, body, headers = {}, signal) => asked((answer) => answer.json(), "POST", name, body,
  { "Content-Type": "application/octet-stream", ...headers }, signal);

/** Hands a file over, or what is made of one. */
export async function upload(name, body, headers = {}, signal) {
  try {
    // The browser only says that nothing was sent, whatever the reason; this tells one of them.
    await body.slice(0, 1).arrayBuffer();
  } catch {
    throw new Refusal(400, {
      error: "This file cannot be read", because: "It was moved, changed or removed.", try: "Choose it again.",
    });
  }
  return sendOctets(name, body, headers, signal);
}
