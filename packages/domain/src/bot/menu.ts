import type { BotFacts, BotReply } from './dialog.ts';
import { phrases } from './phrases.ts';

interface Menu {
  text: string;
  names: readonly string[];
  /** Inside a queue, `#` returns to the menu of queues. */
  canGoBack: boolean;
  /** What the exit word does, in the words of the menu. */
  leaveTitle?: string;
}
/** What the form of a menu depends on. */
interface MenuStyle {
  settings: Pick<BotFacts['settings'], 'form' | 'exitWords'>;
  draws: BotFacts['draws'];
}
/** Limits of the channels. A menu that exceeds them is sent in the next simpler form. */
const MAX_ROWS = 10;
const MAX_LIST_TEXT_LENGTH = 4096;
const MAX_BUTTONS = 3;
const MAX_BUTTON_LENGTH = 20;
const MAX_BUTTONS_TEXT_LENGTH = 1024;

/** Renders a menu in the form of the company settings, or in the next simpler form that the channel supports. */
export function drawMenu({ text, names, canGoBack, leaveTitle }: Menu, { settings, draws }: MenuStyle): BotReply {
  const [leave] = settings.exitWords;
  const choices = [
    ...names.map((title, index) => ({ id: String(index + 1), title })),
    ...(canGoBack ? [{ id: '#', title: phrases.back }] : []),
    ...(leave === undefined ? [] : [{ id: leave, title: leaveTitle ?? phrases.leave }]),
  ];
  const requestedForm = settings.form;
  const fitsButtons =
    choices.length <= MAX_BUTTONS &&
    text.length <= MAX_BUTTONS_TEXT_LENGTH &&
    // Truncated button titles could become equal; a list shows longer titles.
    choices.every(({ title }) => title.length <= MAX_BUTTON_LENGTH);
  if (requestedForm === 'button' && draws.buttons && fitsButtons) return { kind: 'buttons', text, choices };
  const fitsList = choices.length <= MAX_ROWS && text.length <= MAX_LIST_TEXT_LENGTH;
  if (requestedForm !== 'text' && draws.list && fitsList) return { kind: 'list', text, choices };
  const choiceTexts = choices.map(({ id, title }) => `*${id}* – ${title}`);
  return { kind: 'text', text: [text.trim(), choiceTexts.join('\n')].filter((part) => part !== '').join('\n\n') };
}

/** Index of the chosen entry. The id of a list entry is parsed like a typed number. */
export function parseChoice(text: string, count: number): number | undefined {
  // Accepts keycap emoji («1️⃣», «1️⃣0️⃣», «🔟») and a trailing dot, bracket or hyphen.
  const typed = text.replaceAll(/[\uFE0F\u20E3]/gu, '').replaceAll('🔟', '10');
  const [, digits] = /^\s*(\d{1,3})[.)-]?\s*$/u.exec(typed) ?? [];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  return number >= 1 && number <= count ? number - 1 : undefined;
}

export const isBack = (text: string): boolean => text.trim() === '#';
export const isLeaving = (text: string, exitWords: readonly string[]): boolean =>
  exitWords.includes(text.trim().toLowerCase());

/** Splits at commas, trims, lower-cases and removes duplicates. */
export const parseExitWords = (setting: string): string[] => [
  ...new Set(
    setting
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter((word) => word !== ''),
  ),
];
