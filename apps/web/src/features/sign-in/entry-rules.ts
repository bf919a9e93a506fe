/** Checks of the forms before the sign-in: the same as those of the server, without its schemas, which are large. */
import type { FieldRule } from '@balcao/contract/errors/fields';

export type EntryRule = Extract<FieldRule, 'required' | 'email' | 'tooShort' | 'weakPassword' | 'passwordMismatch'>;

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** The rule for passwords that people choose for themselves; `NewPassword` of the contract. */
export const isStrongPassword = (text: string): boolean =>
  text.length >= 8 && /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && /\p{Nd}/u.test(text);

/** Moves the focus to the first of these fields. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const first = form.elements.namedItem(names[0] ?? '');
  if (first instanceof HTMLElement) first.focus();
}
