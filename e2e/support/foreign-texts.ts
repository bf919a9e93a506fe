/** Texts of another language than the chosen one, among what a screen or a mail shows. */
import type { Page } from '@playwright/test';
import { appTexts } from '../../apps/web/src/app/app.texts.ts';
import { notificationTexts } from '../../apps/web/src/app/notifications/notifications.texts.ts';
import { actionTexts } from '../../apps/web/src/features/inbox/actions/actions.texts.ts';
import { logTexts } from '../../apps/web/src/features/inbox/actions/log.texts.ts';
import { cardTexts } from '../../apps/web/src/features/inbox/composer/cards/cards.texts.ts';
import { composerTexts } from '../../apps/web/src/features/inbox/composer/composer.texts.ts';
import { mediaTexts } from '../../apps/web/src/features/inbox/composer/media.texts.ts';
import { conversationTexts } from '../../apps/web/src/features/inbox/conversation/conversation.texts.ts';
import { headerTexts } from '../../apps/web/src/features/inbox/conversation/header.texts.ts';
import { inboxTexts, inboxKeyTexts } from '../../apps/web/src/features/inbox/inbox.texts.ts';
import { listTexts } from '../../apps/web/src/features/inbox/list/list.texts.ts';
import { panelTexts } from '../../apps/web/src/features/inbox/panel/panel.texts.ts';
import { contentTexts } from '../../apps/web/src/features/inbox/thread/content.texts.ts';
import {
  messageActionTexts,
  bubbleTexts,
  forwardTexts,
  threadTexts,
} from '../../apps/web/src/features/inbox/thread/thread.texts.ts';
import { quickReplyTexts } from '../../apps/web/src/features/quick-replies/quick-replies.texts.ts';
import { contactTexts } from '../../apps/web/src/entities/contacts/contact.texts.ts';
import { contactsTexts } from '../../apps/web/src/features/contacts/contacts.texts.ts';
import { importTexts } from '../../apps/web/src/features/contacts/import/imports.texts.ts';
import { spreadsheetTexts } from '../../apps/web/src/features/contacts/spreadsheets.texts.ts';
import { noAccessTexts } from '../../apps/web/src/features/no-access/no-access.texts.ts';
import { connectionTexts } from '../../apps/web/src/features/connections/connections.texts.ts';
import { formTexts } from '../../apps/web/src/features/connections/connection-form.texts.ts';
import { connectionLabels } from '../../apps/web/src/entities/connections/connection-labels.ts';
import { deliveryTexts } from '../../apps/web/src/features/deliveries/deliveries.texts.ts';
import { phoneTexts } from '../../apps/web/src/features/sandbox/phone.texts.ts';
import { sandboxTexts, traceTexts } from '../../apps/web/src/features/sandbox/sandbox.texts.ts';
import { queueTexts } from '../../apps/web/src/features/queues/queues.texts.ts';
import { billingTexts } from '../../apps/web/src/features/billing/billing.texts.ts';
import { dashboardTexts } from '../../apps/web/src/features/dashboard/dashboard.texts.ts';
import { helpTexts } from '../../apps/web/src/features/helps/helps.texts.ts';
import { panelTexts as livePanelTexts } from '../../apps/web/src/features/live-panel/live-panel.texts.ts';
import { reportTexts } from '../../apps/web/src/features/reports/reports.texts.ts';
import { tagTexts } from '../../apps/web/src/features/tags/tags.texts.ts';
import { userTexts } from '../../apps/web/src/features/users/users.texts.ts';
import { firstStepTexts } from '../../apps/web/src/features/first-steps/first-steps.texts.ts';
import { checkoutTexts } from '../../apps/web/src/features/billing/checkout.texts.ts';
import { paymentTexts } from '../../apps/web/src/features/billing/payment.texts.ts';
import { signInTexts } from '../../apps/web/src/features/sign-in/sign-in.texts.ts';
import { signUpTexts } from '../../apps/web/src/features/sign-in/sign-up.texts.ts';
import { letterTexts, reminderTexts } from '../../packages/domain/src/mail/letters.texts.ts';

export type Language = 'pt' | 'en' | 'es';
type Phrase = Record<Language, string>;
const phrases = [
  appTexts,
  notificationTexts,
  actionTexts,
  logTexts,
  cardTexts,
  composerTexts,
  mediaTexts,
  conversationTexts,
  headerTexts,
  inboxTexts,
  inboxKeyTexts,
  listTexts,
  panelTexts,
  contentTexts,
  messageActionTexts,
  bubbleTexts,
  forwardTexts,
  threadTexts,
  quickReplyTexts,
  connectionTexts,
  connectionLabels,
  contactTexts,
  contactsTexts,
  importTexts,
  spreadsheetTexts,
  deliveryTexts,
  formTexts,
  noAccessTexts,
  phoneTexts,
  queueTexts,
  sandboxTexts,
  billingTexts,
  dashboardTexts,
  helpTexts,
  livePanelTexts,
  reportTexts,
  tagTexts,
  traceTexts,
  userTexts,
  signInTexts,
  signUpTexts,
  firstStepTexts,
  checkoutTexts,
  paymentTexts,
  letterTexts,
  reminderTexts,
].flatMap((texts): Phrase[] => Object.values(texts));

/** Every text on the screen or for screen readers, except names that users gave to records. */
export const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && !element.closest('tbody td:first-child, [translate=no]'))
      .flatMap((element) => [
        ...[...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent ?? ''),
        ...attributes.map((name) => element.getAttribute(name) ?? ''),
      ])
      .map((text) => text.trim())
      .filter(Boolean);
  });

/**
 * Texts of the other languages that must not be here; `more` are those of screens that few journeys open. Texts that two
 * languages share are accepted.
 */
export function foreignTexts(texts: string[], language: Language, more: readonly Phrase[] = []): string[] {
  const { own, foreign } = patternsOf(language, more);
  return texts.filter(
    (screenText) => foreign.some((text) => text.test(screenText)) && !own.some((text) => text.test(screenText)),
  );
}

interface Patterns {
  own: RegExp[];
  foreign: RegExp[];
}
const cached = new Map<string, Patterns>();
function patternsOf(language: Language, more: readonly Phrase[]): Patterns {
  const key = `${language} ${more.length}`;
  const before = cached.get(key);
  if (before) return before;
  const all = [...phrases, ...more];
  const others = (['pt', 'en', 'es'] as const).filter((code) => code !== language);
  const own = new Set(all.map((phrase) => phrase[language]));
  const foreign = all.flatMap((phrase) => others.map((code) => phrase[code])).filter((text) => !own.has(text));
  // A text that consists mostly of placeholders, as «{start} a {end}», fits any language.
  const distinctive = foreign.filter((text) => text.replace(/\{\w+[|}]|\W/g, '').length >= 4);
  const patterns = { own: [...own].map(patternOf), foreign: distinctive.map(patternOf) };
  cached.set(key, patterns);
  return patterns;
}
/** `{name}` fits any text, `{count|conversa|conversas}` one of its two. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/(\{[^{}]+\})/)
      .map(patternOfPart)
      .join('')}$`,
  );
function patternOfPart(part: string): string {
  const [, one, many] = /^\{\w+\|(.*)\|(.*)\}$/.exec(part) ?? [];
  if (one !== undefined) return `(?:${literal(one)}|${literal(many!)})`;
  return /^\{\w+\}$/.test(part) ? '.+' : literal(part);
}
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
