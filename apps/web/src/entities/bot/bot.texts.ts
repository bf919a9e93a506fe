/** Names of the bot's steps, for the tester. */
import type { BotStep } from '@balcao/domain/bot/step-names';
import { texts } from '../../lib/texts.ts';

/** The steps of the bot, as the tester lists them. */
export const stepTexts = texts<BotStep>({
  hands: { pt: 'Quem está com a conversa', en: 'Who handles the conversation', es: 'Quién atiende la conversación' },
  vacation: { pt: 'Férias coletivas', en: 'Company vacation', es: 'Vacaciones colectivas' },
  rating: { pt: 'Avaliação', en: 'Rating', es: 'Evaluación' },
  consent: { pt: 'Consentimento', en: 'Consent', es: 'Consentimiento' },
  hours: { pt: 'Expediente', en: 'Business hours', es: 'Horario de atención' },
  flow: { pt: 'Fluxo', en: 'Flow', es: 'Flujo' },
  trigger: { pt: 'Início de fluxo', en: 'Flow start', es: 'Inicio de flujo' },
  prompt: { pt: 'Prompt de IA', en: 'AI prompt', es: 'Prompt de IA' },
  integration: { pt: 'Integração', en: 'Integration', es: 'Integración' },
  menu: { pt: 'Menu de filas', en: 'Queue menu', es: 'Menú de colas' },
  audio: { pt: 'Áudio', en: 'Audio', es: 'Audio' },
  queueHours: { pt: 'Expediente da fila', en: 'Business hours of the queue', es: 'Horario de atención de la cola' },
  options: { pt: 'Opções da fila', en: 'Queue options', es: 'Opciones de la cola' },
  agent: { pt: 'Distribuição', en: 'Assignment', es: 'Asignación' },
  position: { pt: 'Posição na fila', en: 'Queue position', es: 'Posición en la cola' },
});
