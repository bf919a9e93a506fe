/** Whether the event comes from a text field, where a letter is text and not a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const where = event.target;
  if (!(where instanceof HTMLElement)) return false;
  return (
    where.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(where.tagName) ||
    where.closest('[role="dialog"]') !== null
  );
}
