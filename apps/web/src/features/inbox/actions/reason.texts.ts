import type { LoggedReason } from '@balcao/domain/bot/reasons';
import type { WindowReason } from '@balcao/domain/message/window';
import type { TimerReason } from '@balcao/domain/assignment/timers';
import { texts, type Texts } from '../../../lib/texts.ts';

/** Why something happened by itself: one sentence for every word the log knows. */
export const reasonTexts: Texts<LoggedReason | TimerReason | WindowReason> = texts({
  wallet: {
    pt: 'Foi para {user}, que cuida deste contato',
    en: 'Went to {user}, who looks after this contact',
    es: 'Fue para {user}, que cuida de este contacto',
  },
  walletAway: {
    pt: 'Foi para {user}, que cuida deste contato e não está atendendo agora',
    en: 'Went to {user}, who looks after this contact and is away at the moment',
    es: 'Fue para {user}, que cuida de este contacto y no está atendiendo ahora',
  },
  onVacation: {
    pt: 'O assistente avisou das férias coletivas',
    en: 'The assistant told about the vacation',
    es: 'El asistente avisó de las vacaciones',
  },
  rated: { pt: 'O cliente deu a nota', en: 'The customer gave a score', es: 'El cliente dio la nota' },
  ratingNotUnderstood: {
    pt: 'A resposta não era uma nota de 0 a 10; a pergunta foi repetida',
    en: 'The answer was no score from 0 to 10; it was asked again',
    es: 'La respuesta no era una nota de 0 a 10; se preguntó de nuevo',
  },
  ratingAsksUsedUp: {
    pt: 'A nota já foi pedida o bastante; o assistente espera calado',
    en: 'The score was asked for often enough; the assistant waits in silence',
    es: 'La nota ya se pidió bastante; el asistente espera callado',
  },
  consentAsked: {
    pt: 'O assistente pediu o consentimento LGPD',
    en: 'The assistant asked for LGPD consent',
    es: 'El asistente pidió el consentimiento LGPD',
  },
  consentGiven: { pt: 'O cliente consentiu', en: 'The customer consented', es: 'El cliente consintió' },
  consentRefused: {
    pt: 'O cliente não consentiu; a conversa foi encerrada',
    en: 'The customer did not consent; the conversation was ended',
    es: 'El cliente no consintió; la conversación se cerró',
  },
  consentNotUnderstood: {
    pt: 'A resposta não era sim nem não; o consentimento foi pedido de novo',
    en: 'The answer was neither yes nor no; consent was asked for again',
    es: 'La respuesta no era sí ni no; el consentimiento se pidió de nuevo',
  },
  outsideHours: {
    pt: 'Fora do horário de atendimento',
    en: 'Outside opening hours',
    es: 'Fuera del horario de atención',
  },
  holiday: { pt: 'Feriado: não há atendimento agora', en: 'A holiday: closed now', es: 'Feriado: cerrado ahora' },
  onlyQueue: {
    pt: 'Entrou em {queue}, a única fila da conexão',
    en: 'Entered {queue}, the only queue of the connection',
    es: 'Entró en {queue}, la única fila de la conexión',
  },
  menuShown: {
    pt: 'O assistente mostrou o menu de filas',
    en: 'The assistant showed the menu of queues',
    es: 'El asistente mostró el menú de filas',
  },
  menuNotUnderstood: {
    pt: 'A resposta não era um número do menu; o menu foi repetido',
    en: 'The answer was no number of the menu; it was shown again',
    es: 'La respuesta no era un número del menú; se mostró de nuevo',
  },
  queueChosen: {
    pt: 'O cliente escolheu a fila {queue}',
    en: 'The customer chose the queue {queue}',
    es: 'El cliente eligió la fila {queue}',
  },
  wentBack: {
    pt: 'O cliente voltou ao menu',
    en: 'The customer went back to the menu',
    es: 'El cliente volvió al menú',
  },
  customerLeft: {
    pt: 'O cliente saiu do atendimento',
    en: 'The customer left the conversation',
    es: 'El cliente salió de la atención',
  },
  audioRefused: {
    pt: 'O assistente avisou que não recebe áudios',
    en: 'The assistant told that audio is not taken',
    es: 'El asistente avisó que no recibe audios',
  },
  optionsShown: {
    pt: 'O assistente mostrou as opções de {queue}',
    en: 'The assistant showed the options of {queue}',
    es: 'El asistente mostró las opciones de {queue}',
  },
  optionChosen: {
    pt: 'O cliente escolheu uma opção',
    en: 'The customer chose an option',
    es: 'El cliente eligió una opción',
  },
  optionNotUnderstood: {
    pt: 'A resposta não era uma das opções; elas foram repetidas',
    en: 'The answer was none of the options; they were shown again',
    es: 'La respuesta no era una de las opciones; se mostraron de nuevo',
  },
  optionMovedQueue: {
    pt: 'A opção levou à fila {queue}',
    en: 'The option led to the queue {queue}',
    es: 'La opción llevó a la fila {queue}',
  },
  optionGaveAttendant: {
    pt: 'A opção levou a {user}',
    en: 'The option led to {user}',
    es: 'La opción llevó a {user}',
  },
  integrationMissing: {
    pt: 'A integração desta opção não existe; a conversa espera por uma pessoa',
    en: 'The integration of this option does not exist; the conversation waits for a person',
    es: 'La integración de esta opción no existe; la conversación espera a una persona',
  },
  closedByQueue: {
    pt: 'A fila {queue} encerra a conversa ao entrar',
    en: 'The queue {queue} ends the conversation on entering',
    es: 'La fila {queue} cierra la conversación al entrar',
  },
  closedByOption: {
    pt: 'A opção escolhida encerra a conversa',
    en: 'The chosen option ends the conversation',
    es: 'La opción elegida cierra la conversación',
  },
  turnsUsedUp: {
    pt: 'O assistente parou: já respondeu o bastante e espera por uma pessoa',
    en: 'The assistant stopped: it has answered often enough and waits for a person',
    es: 'El asistente paró: ya respondió bastante y espera a una persona',
  },
  tooSoon: {
    pt: 'O assistente ficou calado: respondeu há pouco',
    en: 'The assistant kept silent: it answered a moment ago',
    es: 'El asistente calló: respondió hace poco',
  },
  chosenAtRandom: {
    pt: '{user} foi sorteado entre os atendentes da fila',
    en: '{user} was drawn among the attendants of the queue',
    es: '{user} salió sorteado entre los agentes de la fila',
  },
  inactivityWarned: {
    pt: 'O cliente foi avisado de que a conversa será encerrada',
    en: 'The customer was warned that the conversation will end',
    es: 'Se avisó al cliente de que la conversación se cerrará',
  },
  inactivityClosed: {
    pt: 'Encerrada por falta de resposta',
    en: 'Ended because nobody answered',
    es: 'Cerrada por falta de respuesta',
  },
  ratingExpired: {
    pt: 'O prazo da nota terminou sem resposta',
    en: 'The time for a score ran out',
    es: 'El plazo de la nota terminó sin respuesta',
  },
  redirectedUnqueued: {
    pt: 'Sem escolha do cliente, foi para a fila {queue}',
    en: 'As the customer chose none, it went to the queue {queue}',
    es: 'Sin elección del cliente, fue a la fila {queue}',
  },
  rotated: {
    pt: 'O rodízio ofereceu a conversa a {user}',
    en: 'The rotation offered it to {user}',
    es: 'La rotación la ofreció a {user}',
  },
  laneTimeOver: {
    pt: 'O tempo da etapa acabou; a conversa avançou no kanban',
    en: 'The time of its lane was over; it moved on along the board',
    es: 'El tiempo de la etapa terminó; avanzó en el kanban',
  },
  windowShut: {
    pt: 'O prazo do canal para texto livre acabou; a mensagem automática não foi enviada',
    en: 'The channel no longer takes free text; the automatic message was not sent',
    es: 'El plazo del canal para texto libre terminó; el mensaje automático no se envió',
  },
  templateInstead: {
    pt: 'O prazo para texto livre acabou; no lugar da mensagem automática foi o modelo',
    en: 'Free text was over; the template was sent instead of the automatic message',
    es: 'El plazo para texto libre terminó; se envió el modelo en lugar del mensaje automático',
  },
});
export const lateTexts = texts({
  minutes: { pt: '{said} ({count} min depois)', en: '{said} ({count} min late)', es: '{said} ({count} min después)' },
});
