import type { TimerReason } from '@balcao/domain/assignment/timers';
import type { BotReason } from '@balcao/domain/bot/reasons';
import type { WindowReason } from '@balcao/domain/message/window';
import { texts, type Texts } from '../../lib/texts.ts';

/** One sentence per reason code, for the bot tester and for the history of a conversation. */
export const reasonTexts: Texts<BotReason | TimerReason | WindowReason> = texts({
  botHasIt: { pt: 'Nenhum atendente está com ela', en: 'No attendant has it', es: 'Ningún agente la tiene' },
  humanHasIt: {
    pt: 'Um atendente está com ela: o robô não fala',
    en: 'An attendant has it: the bot keeps silent',
    es: 'Un agente la tiene: el bot no habla',
  },
  humanHadIt: {
    pt: 'Um atendente já cuidou dela: o robô não fala mais',
    en: 'An attendant has dealt with it: the bot speaks no more',
    es: 'Un agente ya se ocupó de ella: el bot no habla más',
  },
  contactWithoutBot: {
    pt: 'O robô está desligado para este contato',
    en: 'The bot is turned off for this contact',
    es: 'El bot está desactivado para este contacto',
  },
  isGroup: { pt: 'Em grupos o robô não fala', en: 'The bot does not speak in groups', es: 'En grupos el bot no habla' },
  isImported: {
    pt: 'Conversa importada: o robô não fala',
    en: 'Imported conversation: the bot keeps silent',
    es: 'Conversación importada: el bot no habla',
  },
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

  noVacation: {
    pt: 'Sem férias coletivas nesta data',
    en: 'No holidays on this date',
    es: 'Sin vacaciones en esta fecha',
  },
  onVacation: {
    pt: 'O assistente avisou das férias coletivas',
    en: 'The assistant told about the vacation',
    es: 'El asistente avisó de las vacaciones',
  },

  noRatingAsked: { pt: 'Nenhuma nota foi pedida', en: 'No score was asked for', es: 'No se pidió ninguna nota' },
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

  noConsentNeeded: { pt: 'Nenhum aceite a pedir', en: 'No consent to ask for', es: 'Ningún consentimiento que pedir' },
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

  hoursNotUsed: {
    pt: 'Aqui não há expediente a conferir',
    en: 'No hours to check here',
    es: 'Aquí no hay horario que revisar',
  },
  insideHours: { pt: 'Dentro do expediente', en: 'Within the hours', es: 'Dentro del horario' },
  outsideHours: { pt: 'Fora do expediente', en: 'Outside the hours', es: 'Fuera del horario' },
  holiday: { pt: 'Feriado: não há atendimento agora', en: 'A holiday: closed now', es: 'Feriado: cerrado ahora' },

  noQueues: { pt: 'A conexão não tem filas', en: 'The connection has no queues', es: 'La conexión no tiene colas' },
  hasQueue: {
    pt: 'A conversa já está numa fila',
    en: 'The conversation is in a queue already',
    es: 'La conversación ya está en una cola',
  },
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

  noAudio: { pt: 'Não é um áudio', en: 'No audio', es: 'No es un audio' },
  audioTaken: { pt: 'Áudios são aceitos', en: 'Audio is taken', es: 'Se aceptan audios' },
  audioRefused: {
    pt: 'O assistente avisou que não recebe áudios',
    en: 'The assistant told that audio is not taken',
    es: 'El asistente avisó que no recibe audios',
  },

  noOptions: { pt: 'A fila não tem opções', en: 'The queue has no options', es: 'La cola no tiene opciones' },
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
  optionWithoutChoices: {
    pt: 'A opção escolhida não tem outras dentro',
    en: 'The chosen option has no others inside',
    es: 'La opción elegida no tiene otras dentro',
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
  filesSent: { pt: 'Os arquivos são enviados', en: 'The files are sent', es: 'Se envían los archivos' },
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
  nothingToSay: {
    pt: 'Não há texto escrito para isto',
    en: 'No text is written for this',
    es: 'No hay texto escrito para esto',
  },

  chosenAtRandom: {
    pt: '{user} foi sorteado entre os atendentes da fila',
    en: '{user} was drawn among the attendants of the queue',
    es: '{user} salió sorteado entre los agentes de la fila',
  },
  nobodyToChoose: {
    pt: 'Ninguém da fila pode receber agora',
    en: 'Nobody of the queue can take it now',
    es: 'Nadie de la cola puede recibir ahora',
  },
  notDistributed: {
    pt: 'As conversas não são distribuídas',
    en: 'Conversations are not handed out',
    es: 'Las conversaciones no se reparten',
  },

  positionTold: {
    pt: 'A posição na fila é dita',
    en: 'The place in the queue is told',
    es: 'Se dice la posición en la cola',
  },
  positionNotTold: {
    pt: 'A posição na fila não é dita',
    en: 'The place in the queue is not told',
    es: 'No se dice la posición en la cola',
  },
  alreadyAnswered: { pt: 'Outro passo já respondeu', en: 'Another step has answered', es: 'Otro paso ya respondió' },

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
/** Stands for the agent in a tried conversation, where none is chosen yet. */
export const anAgentTexts = texts({
  anAgent: { pt: 'Um atendente', en: 'An agent', es: 'Un agente' },
});
