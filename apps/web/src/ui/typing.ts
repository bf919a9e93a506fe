/** Whether the event comes from a text field, where a letter is text and not a shortcut. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return isTextField(target) || (target instanceof HTMLElement && target.closest('[role="dialog"]') !== null);
}

export function isTextField(where: EventTarget | null): boolean {
  if (!(where instanceof HTMLElement)) return false;
  const isTicked = where instanceof HTMLInputElement && (where.type === 'checkbox' || where.type === 'radio');
  return where.isContentEditable || (['INPUT', 'TEXTAREA', 'SELECT'].includes(where.tagName) && !isTicked);
}
