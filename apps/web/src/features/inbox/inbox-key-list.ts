import type { inboxKeyTexts } from './inbox.texts.ts';

interface InboxKey {
  keys: readonly string[];
  text: keyof typeof inboxKeyTexts;
}

/** The shortcuts of the list, in the order of the shortcut help. */
export const listKeys: readonly InboxKey[] = [
  { keys: ['J', 'K'], text: 'walk' },
  { keys: ['Enter'], text: 'openIt' },
  { keys: ['A'], text: 'acceptNext' },
  { keys: ['V'], text: 'showAll' },
  { keys: ['1', '2', '3', '4'], text: 'tabs' },
  { keys: ['X'], text: 'pick' },
];

/** On the open conversation, while the list has the focus. */
export const conversationKeys: readonly InboxKey[] = [
  { keys: ['R'], text: 'resolve' },
  { keys: ['T'], text: 'transfer' },
  { keys: ['N'], text: 'note' },
  { keys: ['I'], text: 'panel' },
];

/** While writing; they need no single-key shortcuts. */
export const composerKeys: readonly InboxKey[] = [
  { keys: ['Enter'], text: 'send' },
  { keys: ['Shift Enter'], text: 'newLine' },
  { keys: ['/'], text: 'quickReply' },
  { keys: ['Esc'], text: 'toList' },
];
