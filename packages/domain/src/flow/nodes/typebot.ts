import { botTypes } from '../../integration/integration-types.ts';
import { variableValue } from '../../message/variables.ts';
import { MAX_BOT_TURNS } from '../bounds.ts';
import type { NodeData, TypebotFields } from '../document.ts';
import type { BotFields, Facts, Run } from '../run.ts';
import type { CallSession } from '../service-call.ts';
import { flowTexts } from '../texts.ts';
import { dialogNode, type Dialog } from './bot-dialog.ts';
import { done, failed, type NodeBehavior, type NodeDescription, type NodeContext } from './node-kind.ts';

/** A host with a dot or a port, without user name; the rest is up to the request filter. */
const USABLE_URL = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 50;

const TYPEBOT_DEBOUNCE_MS = 1500;
const DIALOGFLOW_DEBOUNCE_MS = 500;
const DIALOGFLOW_DELAY_MS = 500;

/** An external bot, Typebot or Dialogflow, answers until it ends. */
export const typebot: NodeDescription<'typebot'> = {
  defaults: (): TypebotFields => ({
    integrationId: null,
    name: '',
    url: '',
    slug: '',
    delayMs: 1000,
    expiresMinutes: 1,
    keywordFinish: '',
    keywordRestart: '',
    restartMessage: '',
    unknownMessage: '',
  }),
  ports: () => [done, failed],
  inspect({ integrationId, name, url, slug }, inspector) {
    if (integrationId !== null) return inspector.integration('integrationId', integrationId, botTypes);
    inspector.required('name', name);
    const { length } = name.trim();
    if (length > 0 && (length < MIN_NAME_LENGTH || length > MAX_NAME_LENGTH)) inspector.error('invalidData', 'name');
    inspector.required('slug', slug);
    inspector.required('url', url);
    if (url !== '' && !USABLE_URL.test(url)) inspector.error('unusableUrl', 'url');
  },
  texts: ({ integrationId, restartMessage, unknownMessage }) =>
    integrationId === null ? [restartMessage, unknownMessage] : [],
  pauses: 'answer',
};
export const typebotBehavior: NodeBehavior<'typebot'> = /* @__PURE__ */ dialogNode(dialogOf);

function dialogOf(data: NodeData['typebot'], { facts, run }: NodeContext): Dialog | undefined {
  const { integrationId } = data;
  const integration = integrationId === null ? undefined : facts.integration(integrationId);
  if (integrationId !== null && (!integration || !botTypes.includes(integration.type))) return undefined;
  const fields: BotFields = integration?.fields ?? data;
  const isDialogflow = integration?.type === 'dialogflow';
  return {
    ...fields,
    delayMs: isDialogflow ? DIALOGFLOW_DELAY_MS : fields.delayMs,
    debounceMs: isDialogflow ? DIALOGFLOW_DEBOUNCE_MS : TYPEBOT_DEBOUNCE_MS,
    unknownMessage: fields.unknownMessage.trim() || (isDialogflow ? flowTexts.notUnderstood : ''),
    signature: isDialogflow ? integration.name : null,
    promptId: null,
    isFirst: !isDialogflow,
    maxTurns: MAX_BOT_TURNS,
    transferred: done.id,
    allows: ({ type }) => type === 'transfer' || type === 'stop',
    requestOf: (text) => ({
      kind: 'bot',
      integrationId,
      typebot: integrationId === null ? { url: data.url, slug: data.slug } : null,
      session: sessionOf(run, fields.expiresMinutes, facts.now),
      variables: variablesOf(facts),
      text,
    }),
  };
}

/** Null after the time in which the bot remembers the conversation; 0 minutes have no end. */
function sessionOf({ session }: Run, expiresMinutes: number, now: Date): CallSession | null {
  if (!session) return null;
  const isExpired = expiresMinutes > 0 && +now - Date.parse(session.at) >= expiresMinutes * 60_000;
  return isExpired ? null : session;
}

/** What a bot may know about the customer when a conversation begins. */
function variablesOf({ variables, contact, canShareNumber, now }: Facts): Record<string, string> {
  return {
    pushName: variables.contactName,
    name: variables.contactName,
    firstName: variableValue('firstName', { ...variables, now }) ?? '',
    ...(canShareNumber && { number: contact.number }),
  };
}
