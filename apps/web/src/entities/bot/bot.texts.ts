import type { BotStep } from '@balcao/domain/bot/reasons';
import { texts } from '../../lib/texts.ts';

/** The steps of the bot, as the tester lists them. */
export const stepTexts = texts<BotStep>({
  hands: { pt: 'Quem está com a conversa', en: 'Who has the conversation', es: 'Quién tiene la conversación' },
  vacation: { pt: 'Férias coletivas', en: 'Company holidays', es: 'Vacaciones colectivas' },
  rating: { pt: 'Avaliação', en: 'Rating', es: 'Evaluación' },
  consent: { pt: 'Consentimento', en: 'Consent', es: 'Consentimiento' },
  hours: { pt: 'Expediente', en: 'Service hours', es: 'Horario de atención' },
  menu: { pt: 'Menu de filas', en: 'Menu of queues', es: 'Menú de colas' },
  audio: { pt: 'Áudio', en: 'Audio', es: 'Audio' },
  queueHours: { pt: 'Expediente da fila', en: 'Hours of the queue', es: 'Horario de la cola' },
  options: { pt: 'Opções da fila', en: 'Options of the queue', es: 'Opciones de la cola' },
  attendant: { pt: 'Escolha do atendente', en: 'Choice of an attendant', es: 'Elección del agente' },
  position: { pt: 'Posição na fila', en: 'Place in the queue', es: 'Posición en la cola' },
});
