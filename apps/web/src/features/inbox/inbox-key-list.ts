import type { inboxKeyTexts } from './inbox.texts.ts';

/** The single-key shortcuts of the inbox, in the order of the shortcut list. */
export const inboxKeys: readonly { keys: readonly string[]; text: keyof typeof inboxKeyTexts }[] = [
  { keys: ['J', 'K'], text: 'walk' },
  { keys: ['Enter'], text: 'openIt' },
  { keys: ['A'], text: 'acceptNext' },
  { keys: ['V'], text: 'showAll' },
  { keys: ['1', '2', '3', '4'], text: 'tabs' },
  { keys: ['X'], text: 'pick' },
  { keys: ['R'], text: 'resolve' },
  { keys: ['T'], text: 'transfer' },
  { keys: ['N'], text: 'note' },
  { keys: ['I'], text: 'panel' },
];
