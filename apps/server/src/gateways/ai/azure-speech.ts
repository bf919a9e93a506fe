import { isVoice, isVoiceRegion } from '@balcao/domain/ai/voices';
import { ServiceError } from '../service-error.ts';
import { failureOf, type Operations } from '../service-request.ts';
import type { Speech } from './port.ts';

const FORMAT = 'ogg-24khz-16bit-mono-opus';
const MAX_AUDIO_BYTES = 5 * 1024 * 1024;
const MAX_TEXT_LENGTH = 4096;

/** Speech of Azure. `urlOf` names the host of a region; a simulator may stand in. */
export function createAzureSpeech(
  operations: Operations,
  urlOf: (region: string) => string = (region) => `https://${region}.tts.speech.microsoft.com`,
): Speech {
  return {
    async synthesize({ region, voice, key }, text) {
      if (!isVoiceRegion(region) || !isVoice(voice)) throw new ServiceError('refused', 'address');
      const written = text.trim().slice(0, MAX_TEXT_LENGTH).toWellFormed();
      if (written === '') throw new ServiceError('refused', 'request');
      const answer = await operations()({
        url: `${urlOf(region)}/cognitiveservices/v1`,
        headers: {
          accept: 'audio/ogg',
          'content-type': 'application/ssml+xml',
          'ocp-apim-subscription-key': key.reveal(),
          'x-microsoft-outputformat': FORMAT,
        },
        body: `<speak version="1.0" xml:lang="pt-BR"><voice name="${voice}">${escaped(written)}</voice></speak>`,
        maxBytes: MAX_AUDIO_BYTES,
        isHarmless: true,
      });
      const failure = failureOf(answer);
      if (failure) throw failure;
      if (answer.bytes.subarray(0, 4).toString('latin1') !== 'OggS') throw new ServiceError('unknown', 'answer');
      return { audio: answer.bytes, mime: 'audio/ogg; codecs=opus', characters: written.length };
    },
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** XML 1.0 has no other control characters than tab and line breaks. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (sign) => entities[sign]!);
