/** Whether the event comes from a text field, where a letter is text and not a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const where = event.target;
  if (!(where instanceof HTMLElement)) return false;
  const isTicked = where instanceof HTMLInputElement && (where.type === 'checkbox' || where.type === 'radio');
  return (
    where.isContentEditable ||
    (['INPUT', 'TEXTAREA', 'SELECT'].includes(where.tagName) && !isTicked) ||
    where.closest('[role="dialog"]') !== null
  );
}
