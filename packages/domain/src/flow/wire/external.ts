import { MAX_TEXT_LENGTH, MAX_WAIT_MINUTES } from '../bounds.ts';
import type { NodeData } from '../document.ts';
import type { Fields, Raw } from './fields.ts';

const MAX_NAME_LENGTH = 120;
const MAX_URL_LENGTH = 2048;

/** The key fields of the API are always empty: keys are stored apart and never shown. */
export const parseTypebot = (fields: Fields): NodeData['typebot'] => {
  fields.dropKey('jsonContent');
  return {
    integrationId: fields.id('integrationId'),
    name: fields.text('name', MAX_NAME_LENGTH),
    url: fields.text('urlN8N', MAX_URL_LENGTH),
    slug: fields.text('typebotSlug', MAX_NAME_LENGTH),
    delayMs: fields.integer('typebotDelayMessage', { min: 0, max: 60_000, default: 1000 }),
    expiresMinutes: fields.integer('typebotExpires', { min: 0, max: MAX_WAIT_MINUTES, default: 1 }),
    keywordFinish: fields.text('typebotKeywordFinish', MAX_NAME_LENGTH),
    keywordRestart: fields.text('typebotKeywordRestart', MAX_NAME_LENGTH),
    restartMessage: fields.text('typebotRestartMessage'),
    unknownMessage: fields.text('typebotUnknownMessage'),
  };
};
export const presentTypebot = (data: NodeData['typebot']): Raw => ({
  typebotIntegration: {
    type: 'typebot',
    integrationId: data.integrationId,
    name: data.name,
    projectName: '',
    jsonContent: '',
    language: '',
    urlN8N: data.url,
    typebotSlug: data.slug,
    typebotDelayMessage: data.delayMs,
    typebotExpires: data.expiresMinutes,
    typebotKeywordFinish: data.keywordFinish,
    typebotKeywordRestart: data.keywordRestart,
    typebotRestartMessage: data.restartMessage,
    typebotUnknownMessage: data.unknownMessage,
  },
});

export function parseOpenAi(fields: Fields): NodeData['openai'] {
  fields.dropKey('apiKey');
  fields.dropKey('voiceKey');
  const temperature = Number(fields.raw('temperature') ?? 1);
  const reference = (name: string): string | null => fields.text(name, MAX_NAME_LENGTH) || null;
  return {
    promptId: fields.id('promptId'),
    name: fields.text('name', MAX_NAME_LENGTH),
    prompt: fields.text('prompt', MAX_TEXT_LENGTH * 4),
    voice: fields.text('voice', MAX_NAME_LENGTH) || 'texto',
    voiceRegion: fields.text('voiceRegion', MAX_NAME_LENGTH),
    voiceKeyRef: reference('voiceKeyRef'),
    apiKeyRef: reference('apiKeyRef'),
    maxTokens: fields.integer('maxTokens', { min: 1, max: 8192, default: 100 }),
    temperature: temperature >= 0 && temperature <= 2 ? temperature : 1,
    maxMessages: fields.integer('maxMessages', { min: 1, max: 100, default: 10 }),
    queueId: fields.id('queueId'),
    maxTurns: fields.integer('maxTurns', { min: 1, max: 20, default: 20 }),
  };
}
export const presentOpenAi = (data: NodeData['openai']): Raw => ({
  typebotIntegration: { ...data, apiKey: '', voiceKey: '' },
});
