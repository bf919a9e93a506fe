/** Names of the keys on this computer. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const combo = (key: string, { shift = false } = {}): string =>
  isMac ? `${shift ? '⇧' : ''}⌘${key}` : `Ctrl ${shift ? 'Shift ' : ''}${key}`;
