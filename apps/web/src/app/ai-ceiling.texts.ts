import { texts } from '../lib/texts.ts';

/** By ceiling and percent. */
export const ceilingTexts = texts({
  month80: {
    pt: '80 % do teto de IA do mês já foi gasto',
    en: '80 % of this month’s AI ceiling is spent',
    es: 'Ya se gastó el 80 % del tope de IA del mes',
  },
  month100: {
    pt: 'O teto de IA do mês foi atingido',
    en: 'This month’s AI ceiling is reached',
    es: 'Se alcanzó el tope de IA del mes',
  },
  day80: {
    pt: '80 % das chamadas de IA de hoje já foram usadas',
    en: '80 % of today’s AI calls are used',
    es: 'Ya se usó el 80 % de las llamadas de IA de hoy',
  },
  day100: {
    pt: 'O teto de chamadas de IA do dia foi atingido',
    en: 'The ceiling of today’s AI calls is reached',
    es: 'Se alcanzó el tope de llamadas de IA del día',
  },
  conversation100: {
    pt: 'Uma conversa atingiu o teto de respostas da IA',
    en: 'A conversation reached the ceiling of AI answers',
    es: 'Una conversación alcanzó el tope de respuestas de la IA',
  },
  contactHour100: {
    pt: 'Um contato atingiu o teto de chamadas de IA e de bots por hora',
    en: 'A contact reached the ceiling of AI and bot calls per hour',
    es: 'Un contacto alcanzó el tope de llamadas de IA y de bots por hora',
  },
  seeUsage: { pt: 'Ver uso de IA', en: 'See AI usage', es: 'Ver uso de IA' },
});
