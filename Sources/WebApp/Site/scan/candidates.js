// Which codes were in view and when: which are new, which were just taken, and which may be taken without a tap.

/**
 * The same code is not taken twice within this time; another one is taken at once. Without a tap, it is taken again only
 * after it was out of view for as long, so that a card that is still held up makes no more sounds.
 */
const cooldown = 1_000;
/** A single code in view is picked only if no other candidate was seen for this long. */
const aloneTime = 700;
/** Frames that are further apart do not count as steady. */
const steadyTime = 2_000;

/** The codes of one scan, by their keys; times are those of `performance.now()`. */
export function candidates() {
  const seenAt = new Map();
  const takenAt = new Map();
  let frameAt = 0;
  let severalAt = -Infinity;

  return {
    clear() {
      seenAt.clear();
      takenAt.clear();
      severalAt = -Infinity;
    },
    /**
     * Notes the codes of a frame.
     *
     * @returns `hasNew`: whether one is seen for the first time; `hasSeveral`: whether there is a choice; `pick`: the code
     * that may be taken without a tap, or `null`.
     */
    note(codes, now) {
      const [first] = codes;
      // In a single frame, another code may have been too blurred.
      const isSteady = codes.length === 1 && now - (seenAt.get(first.key) ?? -steadyTime) < steadyTime;
      const hasNew = codes.some(({ key }) => !seenAt.has(key));
      for (const { key } of codes) {
        // Measured by the previous frame, as the time that a slow frame takes is no absence.
        if (frameAt - (seenAt.get(key) ?? frameAt) > cooldown) takenAt.delete(key);
        seenAt.set(key, now);
      }
      frameAt = now;
      if (codes.length > 1) severalAt = now;
      // A card that was just taken and removed does not compete with the next one.
      const rivals = [...seenAt].filter(([key, at]) => now - at < aloneTime && key !== first?.key && !takenAt.has(key));
      const hasSeveral = now - severalAt < aloneTime || (codes.length > 0 && rivals.length > 0);
      const mayPick = isSteady && !hasSeveral && first.sure && !takenAt.has(first.key);
      return { hasNew, hasSeveral, pick: mayPick ? first : null };
    },
    /** Whether a code may be taken now; if so, it counts as taken from now on. */
    takes(key, now) {
      if (now - (takenAt.get(key) ?? -cooldown) < cooldown) return false;
      takenAt.set(key, now);
      return true;
    },
  };
}
