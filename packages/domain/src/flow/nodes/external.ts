import { done, failed, leave, type NodeKind } from './node-kind.ts';

/** A host with a dot or a port, without user name; the rest is up to the request filter. */
const USABLE_URL = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const MIN_NAME_LENGTH = 2;
const MAX_NAME_LENGTH = 50;

/** An external Typebot. Stored and shown; it cannot run yet. */
export const typebot: NodeKind<'typebot'> = {
  defaults: () => ({
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
    inspector.error('notRunnable', 'type', 'typebot');
    if (integrationId !== null) return inspector.reference('integrations', 'integrationId', integrationId);
    inspector.required('name', name);
    const { length } = name.trim();
    if (length > 0 && (length < MIN_NAME_LENGTH || length > MAX_NAME_LENGTH)) inspector.error('invalidData', 'name');
    inspector.required('slug', slug);
    inspector.required('url', url);
    if (url !== '' && !USABLE_URL.test(url)) inspector.error('unusableUrl', 'url');
  },
  pauses: 'answer',
  enter: () => leave(failed.id, 'notRunnable'),
};

/** A language model. Stored and shown; it cannot run yet. */
export const openai: NodeKind<'openai'> = {
  defaults: () => ({
    promptId: null,
    name: '',
    prompt: '',
    voice: 'texto',
    voiceRegion: '',
    voiceKeyRef: null,
    apiKeyRef: null,
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: null,
    maxTurns: 20,
  }),
  ports: () => [{ id: 'transferred', kind: 'choice' }, done, failed],
  inspect({ promptId, name, prompt, apiKeyRef, queueId }, inspector) {
    inspector.error('notRunnable', 'type', 'openai');
    if (queueId !== null) inspector.reference('queues', 'queueId', queueId);
    if (promptId !== null) return inspector.reference('prompts', 'promptId', promptId);
    inspector.required('name', name);
    inspector.required('prompt', prompt);
    inspector.required('apiKey', apiKeyRef);
  },
  pauses: 'answer',
  enter: () => leave(failed.id, 'notRunnable'),
};
