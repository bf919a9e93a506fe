/**
 * Single letters are commands only while the list has the focus. Without an open conversation there is nothing to write
 * into, so they also work while nothing has it.
 */
export function hasListFocus(where: EventTarget | null): boolean {
  if (!(where instanceof Element)) return false;
  if (where.closest('[data-list-pane]') !== null) return true;
  return (where === document.body || where.id === 'content') && document.querySelector('[data-conversation]') === null;
}
