/** When an edit happened, and its number where the channel counts the edits of a message. */
export interface EditOrder {
  at: Date | null;
  version: number | null;
}

/** Whether an edit is older than the one already applied. Numbers decide before times; unknown times decide nothing. */
export function isOlderEdit(edit: EditOrder, applied: EditOrder): boolean {
  if (edit.version !== null && applied.version !== null) return edit.version < applied.version;
  const [at, appliedAt] = [timeOf(edit), timeOf(applied)];
  return at > 0 && appliedAt > 0 && at < appliedAt;
}
const timeOf = ({ at }: EditOrder): number => (at === null || Number.isNaN(+at) ? 0 : +at);
