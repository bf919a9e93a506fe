/** A shorter pointer movement counts as a click. */
export const DRAG_FROM_PX = 6;

/** Turns off the library's announcements: keyboard users move items with buttons and keys, whose result the screen announces. */
export const silent = {
  announcements: { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' },
  screenReaderInstructions: { draggable: '' },
};
