import { texts } from '../../lib/texts.ts';

export const usageTexts = texts({
  title: { pt: 'Uso de IA', en: 'AI usage', es: 'Uso de IA' },
  period: { pt: 'Período', en: 'Period', es: 'Período' },
  thisMonth: { pt: 'Este mês', en: 'This month', es: 'Este mes' },
  lastMonth: { pt: 'Mês passado', en: 'Last month', es: 'Mes pasado' },
  quarter: { pt: 'Últimos 90 dias', en: 'Last 90 days', es: 'Últimos 90 días' },
  range: { pt: '{from} a {to}', en: '{from} to {to}', es: '{from} a {to}' },

  // Totals
  cost: { pt: 'Custo', en: 'Cost', es: 'Costo' },
  calls: { pt: 'Chamadas', en: 'Calls', es: 'Llamadas' },
  failed: { pt: 'Falhas', en: 'Failures', es: 'Fallos' },
  tokens: { pt: 'Tokens', en: 'Tokens', es: 'Tokens' },
  unpriced: { pt: 'Sem preço', en: 'Without a price', es: 'Sin precio' },
  unpricedCalls: { pt: '{count} sem preço', en: '{count} without a price', es: '{count} sin precio' },
  unpricedText: {
    pt: 'A plataforma não tem o preço destes modelos: as chamadas são contadas, mas não entram no custo nem no teto do mês.',
    en: 'The platform has no price for these models: the calls are counted, but are not part of the cost or of the ceiling of the month.',
    es: 'La plataforma no tiene el precio de estos modelos: las llamadas se cuentan, pero no entran en el costo ni en el tope del mes.',
  },
  transcribed: { pt: 'Áudio transcrito', en: 'Transcribed audio', es: 'Audio transcrito' },
  spoken: { pt: 'Voz gerada', en: 'Generated voice', es: 'Voz generada' },
  seconds: { pt: '{count} s', en: '{count} s', es: '{count} s' },
  characters: {
    pt: '{count} {count|caractere|caracteres}',
    en: '{count} {count|character|characters}',
    es: '{count} {count|carácter|caracteres}',
  },

  // Tables
  byDay: { pt: 'Por dia', en: 'By day', es: 'Por día' },
  byPrompt: { pt: 'Por prompt', en: 'By prompt', es: 'Por prompt' },
  byFlow: { pt: 'Por fluxo', en: 'By flow', es: 'Por flujo' },
  byModel: { pt: 'Por modelo de IA', en: 'By AI model', es: 'Por modelo de IA' },
  day: { pt: 'Dia', en: 'Day', es: 'Día' },
  prompt: { pt: 'Prompt', en: 'Prompt', es: 'Prompt' },
  flow: { pt: 'Fluxo', en: 'Flow', es: 'Flujo' },
  model: { pt: 'Modelo de IA', en: 'AI model', es: 'Modelo de IA' },
  deleted: { pt: 'Excluído', en: 'Deleted', es: 'Eliminado' },
  noPrompt: { pt: 'Sem prompt', en: 'Without a prompt', es: 'Sin prompt' },
  noFlow: { pt: 'Fora de fluxos e testes', en: 'Outside flows and try-outs', es: 'Fuera de flujos y pruebas' },
  emptyTitle: { pt: 'Nenhum uso no período', en: 'No usage in this period', es: 'Ningún uso en el período' },
  emptyText: {
    pt: 'Cada chamada a um serviço de IA aparece aqui, com o custo.',
    en: 'Each call to an AI service appears here, with its cost.',
    es: 'Cada llamada a un servicio de IA aparece aquí, con su costo.',
  },

  // Ceilings
  ceilings: { pt: 'Tetos', en: 'Ceilings', es: 'Topes' },
  ceilingsText: {
    pt: 'O que passa de um teto não usa a IA: a conversa vai para um atendente. Administradores são avisados uma vez por mês.',
    en: 'Whatever exceeds a ceiling does not use AI: the conversation goes to an agent. Admins are notified once a month.',
    es: 'Lo que supera un tope no usa la IA: la conversación va a un agente. Los administradores reciben una notificación una vez al mes.',
  },
  change: { pt: 'Mudar tetos', en: 'Change ceilings', es: 'Cambiar topes' },
  month: { pt: 'Custo por mês', en: 'Cost per month', es: 'Costo por mes' },
  perDay: { pt: 'Chamadas por dia', en: 'Calls per day', es: 'Llamadas por día' },
  conversation: { pt: 'Respostas por conversa', en: 'Answers per conversation', es: 'Respuestas por conversación' },
  contactHour: {
    pt: 'Chamadas por contato e hora',
    en: 'Calls per contact and hour',
    es: 'Llamadas por contacto y hora',
  },
  today: { pt: 'hoje', en: 'today', es: 'hoy' },
  atMost: { pt: 'até {count}', en: 'up to {count}', es: 'hasta {count}' },
  reserved: {
    pt: '{amount} reservados para chamadas em andamento',
    en: '{amount} reserved for calls in progress',
    es: '{amount} reservados para llamadas en curso',
  },
  noticed80: {
    pt: 'Notificação de 80 % em {time}',
    en: 'Notification of 80 % on {time}',
    es: 'Notificación del 80 % el {time}',
  },
  noticed100: { pt: 'Teto atingido em {time}', en: 'Ceiling reached on {time}', es: 'Tope alcanzado el {time}' },
  dialogTitle: { pt: 'Tetos de IA', en: 'AI ceilings', es: 'Topes de IA' },
  monthField: { pt: 'Custo por mês (R$)', en: 'Cost per month (R$)', es: 'Costo por mes (R$)' },
  emptyMeansNone: { pt: 'Vazio: sem teto.', en: 'Empty: no ceiling.', es: 'Vacío: sin tope.' },
  monthHint: {
    pt: 'Vazio: sem teto. Administradores são avisados em 80 %.',
    en: 'Empty: no ceiling. Admins are notified at 80 %.',
    es: 'Vacío: sin tope. Los administradores reciben una notificación en el 80 %.',
  },
  conversationHint: { pt: 'De 1 a 20.', en: 'From 1 to 20.', es: 'De 1 a 20.' },
  contactHint: {
    pt: 'De 1 a 1.000, também a Typebot e Dialogflow. Protege de conversas sem fim entre bots.',
    en: 'From 1 to 1,000, also to Typebot and Dialogflow. Protects from endless conversations between bots.',
    es: 'De 1 a 1.000, también a Typebot y Dialogflow. Protege de conversaciones sin fin entre bots.',
  },
  save: { pt: 'Salvar tetos', en: 'Save ceilings', es: 'Guardar topes' },
  saved: { pt: 'Tetos alterados com sucesso!', en: 'Ceilings changed!', es: '¡Topes modificados!' },
});
