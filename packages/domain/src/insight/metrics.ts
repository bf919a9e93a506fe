/** What a number counts. «users» are agents. */
export type MetricRows = 'cycles' | 'tickets' | 'users' | 'contacts' | 'messages' | 'periods' | 'ratings';
export type MetricUnit = 'count' | 'minutes' | 'percent' | 'score';

export interface MetricDefinition {
  rows: MetricRows;
  unit: MetricUnit;
  /** For readers of docs/numbers.md. */
  formula: string;
  /** The sentence behind «?» beside the number. */
  pt: string;
  en: string;
  es: string;
}

/**
 * The definition of every number, by its name in the API. Dashboard, reports, spreadsheets and docs/numbers.md use it.
 * A cycle belongs to the day on which it began, in the company's time zone. Imported conversations and those that no list shows never count.
 */
export const metrics = {
  tickets: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles that began in the range',
    pt: 'Atendimentos que começaram no período. Uma conversa reaberta começa outro atendimento.',
    en: 'Services that began in the period. A reopened conversation begins another service.',
    es: 'Atenciones que empezaron en el período. Una conversación reabierta empieza otra atención.',
  },
  supportFinished: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles of the range that have ended',
    pt: 'Atendimentos do período que já terminaram, também os ignorados e os resolvidos sozinhos.',
    en: 'Services of the period that have ended, including ignored and automatically closed ones.',
    es: 'Atenciones del período que ya terminaron, también las ignoradas y las cerradas automáticamente.',
  },
  supportGroups: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles of the range in groups',
    pt: 'Atendimentos do período em grupos.',
    en: 'Services of the period in groups.',
    es: 'Atenciones del período en grupos.',
  },
  groupsNow: {
    rows: 'tickets',
    unit: 'count',
    formula: 'conversations in status group now',
    pt: 'Grupos abertos agora.',
    en: 'Groups that are open now.',
    es: 'Grupos abiertos ahora.',
  },
  supportHappening: {
    rows: 'tickets',
    unit: 'count',
    formula: 'conversations in status open now',
    pt: 'Conversas que um atendente está atendendo agora.',
    en: 'Conversations that an agent is handling now.',
    es: 'Conversaciones que un agente está atendiendo ahora.',
  },
  supportPending: {
    rows: 'tickets',
    unit: 'count',
    formula: 'conversations in status pending now',
    pt: 'Conversas que aguardam atendimento agora.',
    en: 'Conversations that are waiting for an agent now.',
    es: 'Conversaciones que esperan atención ahora.',
  },
  attendantsOnline: {
    rows: 'users',
    unit: 'count',
    formula: 'users who are online now, of all users; paused users are online',
    pt: 'Usuários online agora, de todos os usuários. Quem está em pausa conta como online.',
    en: 'Users online now, of all users. Paused users count as online.',
    es: 'Usuarios en línea ahora, de todos los usuarios. Quien está en pausa cuenta como en línea.',
  },
  leads: {
    rows: 'contacts',
    unit: 'count',
    formula: 'contacts created in the range, neither merged nor groups, with exactly one cycle',
    pt: 'Contatos criados no período que tiveram exatamente um atendimento; sem grupos nem contatos unidos.',
    en: 'Contacts created in the period that had exactly one service; without groups and merged contacts.',
    es: 'Contactos creados en el período que tuvieron exactamente una atención; sin grupos ni contactos unidos.',
  },
  received: {
    rows: 'messages',
    unit: 'count',
    formula: 'messages of customers stored in the range, without imported history',
    pt: 'Mensagens recebidas de clientes no período, sem o histórico importado.',
    en: 'Messages received from customers in the period, without imported history.',
    es: 'Mensajes recibidos de clientes en el período, sin el historial importado.',
  },
  sent: {
    rows: 'messages',
    unit: 'count',
    formula: 'messages to customers stored in the range, without internal notes and imported history',
    pt: 'Mensagens enviadas no período, por pessoas, pelo bot, por campanhas ou pelo celular; sem notas internas.',
    en: 'Messages sent in the period, by users, the bot, campaigns or the phone; without internal notes.',
    es: 'Mensajes enviados en el período, por personas, el bot, campañas o el teléfono; sin notas internas.',
  },
  avgSupportTime: {
    rows: 'periods',
    unit: 'minutes',
    formula: 'sum of the ended attended periods ÷ cycles with any',
    pt: 'Tempo médio com atendentes por atendimento. As partes de uma conversa transferida se somam.',
    en: 'Average time with agents per service. The parts of a transferred conversation add up.',
    es: 'Tiempo medio con agentes por atención. Las partes de una conversación transferida se suman.',
  },
  avgWaitTime: {
    rows: 'periods',
    unit: 'minutes',
    formula: 'sum of the ended waiting periods ÷ cycles with any; time with the bot is not waiting',
    pt: 'Tempo médio na fila por atendimento. Voltas à fila se somam; o tempo com o bot não conta.',
    en: 'Average time in the queue per service. Returns to the queue add up; time with the bot does not count.',
    es: 'Tiempo medio en la cola por atención. Las vueltas a la cola se suman; el tiempo con el bot no cuenta.',
  },
  firstResponse: {
    rows: 'cycles',
    unit: 'minutes',
    formula: 'first reply of a human − start of the first waiting period',
    pt: 'Tempo até a primeira resposta de uma pessoa, desde a entrada na fila; sem o tempo com o bot.',
    en: 'Time until the first reply of a human, from entering the queue; without time with the bot.',
    es: 'Tiempo hasta la primera respuesta de una persona, desde la entrada en la cola; sin el tiempo con el bot.',
  },
  unanswered: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles with a waiting period and without a reply of a human',
    pt: 'Atendimentos que passaram pela fila e não tiveram resposta de uma pessoa.',
    en: 'Services that were in the queue and had no reply of a human.',
    es: 'Atenciones que pasaron por la cola y no tuvieron respuesta de una persona.',
  },
  replyTime: {
    rows: 'cycles',
    unit: 'minutes',
    formula: 'sum of the waits for a reply of a human ÷ their number, each from the first unanswered message',
    pt: 'Tempo médio até uma resposta, desde a primeira mensagem sem resposta do cliente.',
    en: 'Average time until a reply, from the customer’s first unanswered message.',
    es: 'Tiempo medio hasta una respuesta, desde el primer mensaje sin respuesta del cliente.',
  },
  withinTarget: {
    rows: 'cycles',
    unit: 'percent',
    formula:
      'first responses within the target of their queue, in business hours ÷ first responses in queues with a target',
    pt: 'Primeiras respostas dentro da meta da fila, contada no expediente. Filas sem meta ficam de fora.',
    en: 'First responses within the target of the queue, counted in business hours. Queues without a target are left out.',
    es: 'Primeras respuestas dentro de la meta de la cola, contada en el horario de atención. Las colas sin meta quedan fuera.',
  },
  activeTickets: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles of conversations that the team started',
    pt: 'Atendimentos do período em conversas começadas pela equipe.',
    en: 'Services of the period in conversations started by the team.',
    es: 'Atenciones del período en conversaciones empezadas por el equipo.',
  },
  passiveTickets: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles of conversations that the customer started',
    pt: 'Atendimentos do período em conversas começadas pelo cliente.',
    en: 'Services of the period in conversations started by the customer.',
    es: 'Atenciones del período en conversaciones empezadas por el cliente.',
  },
  waitRating: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles of the range that wait for the rating',
    pt: 'Atendimentos do período que aguardam a avaliação do cliente.',
    en: 'Services of the period that wait for the customer’s rating.',
    es: 'Atenciones del período que esperan la evaluación del cliente.',
  },
  withRating: {
    rows: 'cycles',
    unit: 'count',
    formula: 'ended cycles with a rating',
    pt: 'Atendimentos terminados com avaliação.',
    en: 'Ended services with a rating.',
    es: 'Atenciones terminadas con evaluación.',
  },
  withoutRating: {
    rows: 'cycles',
    unit: 'count',
    formula: 'ended cycles without a rating',
    pt: 'Atendimentos terminados sem avaliação.',
    en: 'Ended services without a rating.',
    es: 'Atenciones terminadas sin evaluación.',
  },
  percRating: {
    rows: 'cycles',
    unit: 'percent',
    formula: 'rated cycles × 100 ÷ cycles; 0 without cycles',
    pt: 'Parte dos atendimentos do período que foi avaliada.',
    en: 'Share of the services of the period that was rated.',
    es: 'Parte de las atenciones del período que fue evaluada.',
  },
  npsPromotersPerc: {
    rows: 'ratings',
    unit: 'percent',
    formula: 'ratings of 9 or 10 ÷ ratings',
    pt: 'Parte das notas que foi 9 ou 10.',
    en: 'Share of the scores that was 9 or 10.',
    es: 'Parte de las notas que fue 9 o 10.',
  },
  npsPassivePerc: {
    rows: 'ratings',
    unit: 'percent',
    formula: 'ratings of 7 or 8 ÷ ratings',
    pt: 'Parte das notas que foi 7 ou 8.',
    en: 'Share of the scores that was 7 or 8.',
    es: 'Parte de las notas que fue 7 u 8.',
  },
  npsDetractorsPerc: {
    rows: 'ratings',
    unit: 'percent',
    formula: 'ratings of 0 to 6 ÷ ratings',
    pt: 'Parte das notas que foi de 0 a 6.',
    en: 'Share of the scores that was 0 to 6.',
    es: 'Parte de las notas que fue de 0 a 6.',
  },
  npsScore: {
    rows: 'ratings',
    unit: 'score',
    formula: 'percentage of promoters − percentage of detractors; 0 without ratings',
    pt: 'Porcentagem de promotores menos a de detratores, de −100 a 100.',
    en: 'Percentage of promoters minus percentage of detractors, from −100 to 100.',
    es: 'Porcentaje de promotores menos el de detractores, de −100 a 100.',
  },
  attendantTickets: {
    rows: 'periods',
    unit: 'count',
    formula: 'cycles with an attended period of the agent; a transferred one counts for both agents',
    pt: 'Atendimentos em que o atendente participou. Um transferido conta para os dois.',
    en: 'Services in which the agent took part. A transferred one counts for both.',
    es: 'Atenciones en las que participó el agente. Una transferida cuenta para los dos.',
  },
  attendantPassedOn: {
    rows: 'periods',
    unit: 'count',
    formula: 'cycles with an attended period of the agent that another agent held last',
    pt: 'Atendimentos que o atendente passou adiante: outra pessoa ficou com eles por último.',
    en: 'Services that the agent passed on: another agent held them last.',
    es: 'Atenciones que el agente pasó a otro: otra persona las tuvo al final.',
  },
  attendantSupportTime: {
    rows: 'periods',
    unit: 'minutes',
    formula: 'sum of the agent’s ended attended periods ÷ cycles with any',
    pt: 'Tempo médio do atendente por atendimento.',
    en: 'Average time of the agent per service.',
    es: 'Tiempo medio del agente por atención.',
  },
  attendantWaitTime: {
    rows: 'periods',
    unit: 'minutes',
    formula: 'sum of the waiting periods that the agent ended ÷ cycles with any',
    pt: 'Tempo médio de espera das conversas que o atendente aceitou.',
    en: 'Average waiting time of the conversations that the agent accepted.',
    es: 'Tiempo medio de espera de las conversaciones que el agente aceptó.',
  },
  attendantRating: {
    rows: 'ratings',
    unit: 'score',
    formula: 'mean of the ratings of cycles that the agent closed; none without ratings',
    pt: 'Média das notas dos atendimentos que o atendente resolveu.',
    en: 'Mean of the scores of the services that the agent closed.',
    es: 'Media de las notas de las atenciones que el agente cerró.',
  },
  ticketsDay: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles by the local day on which they began; of one day, by its hours (23 or 25 when the clock changes)',
    pt: 'Atendimentos pelo dia em que começaram; de um só dia, pela hora.',
    en: 'Services by the day on which they began; of one day, by the hour.',
    es: 'Atenciones por el día en que empezaron; de un solo día, por la hora.',
  },
  ticketsUsers: {
    rows: 'cycles',
    unit: 'count',
    formula: 'cycles by the agent who held them last; those without an agent are counted too',
    pt: 'Atendimentos por quem ficou com eles por último; a soma é o total do período.',
    en: 'Services by the agent who held them last; they add up to the total of the period.',
    es: 'Atenciones por quien las tuvo al final; la suma es el total del período.',
  },
} as const satisfies Record<string, MetricDefinition>;
export type MetricName = keyof typeof metrics;

/** Parts of the cycles that a number counts: the report lists their rows. */
export const reportParts = [
  'finished',
  'groups',
  'active',
  'passive',
  'waitRating',
  'withRating',
  'withoutRating',
  'promoters',
  'passives',
  'detractors',
  'leads',
  'attended',
  'waited',
  'answered',
  'unanswered',
  'replied',
  'withTarget',
  'withinTarget',
  'late',
  'unassigned',
  'handled',
  'passedOn',
  'accepted',
  'ownRating',
  'openNow',
  'pendingNow',
  'groupNow',
] as const;
export type ReportPart = (typeof reportParts)[number];

/** From this share of first responses within their target on, the live panel shows the day as good. */
export const GOOD_WITHIN_TARGET_PERCENT = 90;

/** Parts that count what an agent did: the users of a filter are those agents, not who held the cycle last. */
export const agentParts = ['handled', 'passedOn', 'accepted', 'ownRating'] as const satisfies readonly ReportPart[];
export type AgentPart = (typeof agentParts)[number];
export const isAgentPart = (part: ReportPart | null): part is AgentPart =>
  agentParts.some((agentPart) => agentPart === part);

/** Parts that list what is in a status now, whatever the days of the filter. */
export const nowParts = ['openNow', 'pendingNow', 'groupNow'] as const satisfies readonly ReportPart[];
export type NowPart = (typeof nowParts)[number];
export const isNowPart = (part: ReportPart | null): part is NowPart => nowParts.some((nowPart) => nowPart === part);
