/** Text typed into an open conversation goes to its composer, whatever part of it has the focus. */
import { useEffect } from 'react';
import { isTyping } from '../../../ui/index.ts';

let openUuid: string | undefined;
/** Being accepted: what is typed until its composer is there is meant for it. A double click runs the action twice. */
let opening: { uuid: string; running: number } | undefined;
/** Typed before the composer of a conversation was there. */
let early = { uuid: '', text: '' };

/** In place of a uuid while the server is asked which conversation is next. */
export const NEXT = 'next';

/** Runs an action after which this conversation is open. */
export async function whileOpening<T>(uuid: string, action: () => Promise<T>): Promise<T> {
  if (opening?.uuid !== uuid) {
    opening = { uuid, running: 0 };
    early = { uuid, text: uuid !== NEXT && early.uuid === NEXT ? early.text : '' };
  }
  const current = opening;
  current.running += 1;
  try {
    return await action();
  } finally {
    current.running -= 1;
    if (opening === current && current.running === 0) opening = undefined;
  }
}

/** From the click on, not from the render that follows it: the next key is meant for this conversation. */
export function beginOpening(uuid: string): void {
  // The user has left a conversation that is still being accepted.
  if (opening?.uuid !== uuid) opening = undefined;
  openUuid = uuid;
}

/** What was typed before the composer of this conversation was there; returned once. */
export function takeEarlyText(uuid: string): string {
  if (early.uuid !== uuid) return '';
  const { text } = early;
  early = { uuid: '', text: '' };
  return text;
}

/** The part of the conversation that gets the focus: the text field, or the notice in its place. */
const homeOf = (uuid: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-conversation="${uuid}"] [data-focus-home]`);

/** Moves the focus to the composer of the open conversation. Not on touch, where a keyboard would cover the messages. */
export function focusComposer(uuid: string): void {
  if (!isTouch()) homeOf(uuid)?.focus();
}

export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

export function useTypeAhead(uuid: string | undefined): void {
  useEffect(() => {
    openUuid = uuid;
    // On the window and before all others: what is text here must not reach a shortcut.
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      openUuid = undefined;
    };
  }, [uuid]);
}

function onKeyDown(event: KeyboardEvent): void {
  const uuid = opening?.uuid ?? openUuid;
  if (uuid === undefined || !isText(event) || isTyping(event) || isPopupOpen()) return;
  const where = event.target as Element;
  const home = homeOf(uuid);
  if (home?.checkVisibility?.() === false) return;
  const isComing = opening !== undefined || document.querySelector(`[data-conversation="${uuid}"]`) === null;
  const isInside = where === document.body || where.closest('[data-conversation]') !== null;
  // Everything else has its keys back once the conversation is there.
  if (!isInside && !isComing) return;
  // A button is pressed with the space bar.
  if (event.key === ' ' && where.tagName === 'BUTTON' && !isComing) return;
  event.stopPropagation();
  if (home instanceof HTMLTextAreaElement) return home.focus();
  if (!isComing || event.key.length > 1) return;
  event.preventDefault();
  early = { uuid, text: (early.uuid === uuid ? early.text : '') + event.key };
}

const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (key.length === 1 || key === 'Dead') && !ctrlKey && !metaKey && !altKey;

export const isPopupOpen = (): boolean =>
  document.querySelector('[aria-modal="true"], [role="dialog"], [role="menu"]') !== null;
