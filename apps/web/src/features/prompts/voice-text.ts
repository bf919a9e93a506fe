import type { VoiceChoice } from '@balcao/domain/ai/voices';
import { useTexts } from '../../lib/use-texts.ts';
import { promptTexts } from './prompts.texts.ts';

/** «Texto», or the name of the voice: pt-BR-FranciscaNeural is Francisca. */
export function useVoiceText(): (voice: VoiceChoice) => string {
  const t = useTexts(promptTexts);
  return (voice) => (voice === 'texto' ? t('texto') : t('voiceNamed', { name: voice.replace(/^pt-BR-|Neural$/g, '') }));
}
