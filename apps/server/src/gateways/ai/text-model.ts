import { ServiceError } from '../service-error.ts';
import type { Operations } from '../service-request.ts';
import { createAnthropic } from './anthropic.ts';
import { createGemini } from './gemini.ts';
import { createOpenAi } from './openai.ts';
import type { TextModel, TextProvider } from './port.ts';
import { createSandboxModel } from './sandbox.ts';

/** All models behind one port. The scripted one answers nothing in production, whatever an account names. */
export function createTextModel(operations: Operations, { hasSandbox }: { hasSandbox: boolean }): TextModel {
  const refused: TextModel = { complete: () => Promise.reject(new ServiceError('refused', 'request')) };
  const models: Record<TextProvider, TextModel> = {
    openai: createOpenAi(operations),
    gemini: createGemini(operations),
    anthropic: createAnthropic(operations),
    sandbox: hasSandbox ? createSandboxModel() : refused,
  };
  return { complete: (account, request) => models[account.provider].complete(account, request) };
}
