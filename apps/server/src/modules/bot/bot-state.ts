import type { BotFacts, BotState, StartTarget, Turn } from '@balcao/domain/bot/dialog';
import { renderVariables } from '@balcao/domain/message/variables';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { messageVariables, type RenderContext } from './bot-content.ts';
import type { Dialog } from './dialogs.store.ts';

export type ConsentQuestion = Pick<Dialog, 'askedText' | 'askedLink'>;

/** Handled by the bot, or waiting for an answer that only the bot processes. */
export const isBotTicket = ({ status, isGroup, importedAt, queueId, userId }: TicketRow): boolean => {
  if (importedAt !== null) return false;
  // A group that is handled as a ticket is only placed in its queue and greeted.
  if (isGroup) return status === 'pending' && queueId === null && userId === null;
  return status === 'pending' || status === 'lgpd' || status === 'nps';
};

export const botStateOf = (ticket: TicketRow, dialog: Dialog): BotState => ({
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  isGroup: ticket.isGroup,
  isBot: ticket.isBot,
  isImported: ticket.importedAt !== null,
  botTurns: ticket.botTurns,
  ratingTurns: ticket.ratingTurns,
  wasAskedConsent: ticket.consentAskedAt !== null,
  optionId: dialog.optionId,
  hasShown: dialog.hasShown,
  lastReason: dialog.lastReason,
  repliedAt: dialog.repliedAt,
});

/** The ticket after the bot's turn. Closing is a separate command: until then the status stays. */
export const applyTurn = (
  ticket: TicketRow,
  { state, closes, consents, flow, flowInput }: Turn,
  now: Date,
): TicketRow => ({
  ...ticket,
  status: closes ? ticket.status : state.status,
  userId: state.userId,
  queueId: state.queueId,
  isBot: state.isBot,
  usesIntegration: flow ? flow.run.ended === null : ticket.usesIntegration,
  integrationId: flowInput?.type === 'start' ? integrationOf(flowInput.target) : ticket.integrationId,
  botTurns: state.botTurns,
  ratingTurns: state.ratingTurns,
  consentAskedAt: state.wasAskedConsent ? (ticket.consentAskedAt ?? now) : null,
  consentedAt: consents === 'yes' ? now : ticket.consentedAt,
});

const integrationOf = ({ type, id }: StartTarget): number | null => (type === 'integration' ? id : null);

export const dialogAfter = ({ state }: Turn, { askedText, askedLink }: ConsentQuestion): Dialog => ({
  optionId: state.optionId,
  hasShown: state.hasShown,
  lastReason: state.lastReason,
  askedText,
  askedLink,
  repliedAt: state.repliedAt,
});

const dialogFields = ['optionId', 'hasShown', 'lastReason', 'askedText', 'askedLink'] as const;
export const isSameDialog = (before: Dialog, next: Dialog): boolean =>
  dialogFields.every((field) => before[field] === next[field]);

const ticketFields = [
  'status',
  'userId',
  'queueId',
  'isBot',
  'usesIntegration',
  'integrationId',
  'botTurns',
  'ratingTurns',
  'consentAskedAt',
  'consentedAt',
] as const;
export const isSameTicket = (before: TicketRow, next: TicketRow): boolean =>
  ticketFields.every((field) => before[field] === next[field]);

export const isWaitingIn = ({ status, userId, queueId, isGroup }: TicketRow, inQueue: number): boolean =>
  status === 'pending' && userId === null && queueId === inQueue && !isGroup;

const consentReasons = new Set<string>(['consentAsked', 'consentNotUnderstood']);
/** The consent question of this turn as it was sent; undefined when the turn asked none. */
export function consentQuestionIn(
  { steps }: Turn,
  { settings: { consent } }: BotFacts,
  context: RenderContext,
): ConsentQuestion | undefined {
  if (!steps.some(({ step, reason }) => step === 'consent' && consentReasons.has(reason))) return undefined;
  const variables = messageVariables(context, '');
  return { askedText: renderVariables(consent.text, variables), askedLink: renderVariables(consent.link, variables) };
}
