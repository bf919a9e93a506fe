import { createAzureSpeech } from '../gateways/ai/azure-speech.ts';
import { createTextModel } from '../gateways/ai/text-model.ts';
import { createTranscriber } from '../gateways/ai/transcriber.ts';
import { createOperations } from '../gateways/service-request.ts';
import type { Config } from '../infrastructure/config.ts';
import type { Infrastructure, ModelServices } from './shared-services.ts';

/** Opens language models, transcription and speech. No other file knows which adapter implements a port. */
export function openModels(config: Config, egress: Infrastructure['egress']): ModelServices {
  // Companies enter addresses of models; the transcription service is the operator's.
  const users = createOperations(egress.users);
  return {
    textModel: createTextModel(users, { hasSandbox: config.sandbox }),
    transcriber: createTranscriber(createOperations(egress.operator)),
    speech: createAzureSpeech(users),
    defaultModel: (provider) => config.models[provider],
    hasSandbox: config.sandbox,
  };
}
