import type { TimerReason } from '@balcao/domain/assignment/timers';
import type { BotReason } from '@balcao/domain/bot/reasons';
import type { WindowReason } from '@balcao/domain/message/window';
import { texts, type Texts } from '../../lib/texts.ts';

/** One sentence per reason code, for the bot tester and for the history of a conversation. */
export const reasonTexts: Texts<BotReason | TimerReason | WindowReason> = texts({
  botHasIt: { pt: 'Nenhum atendente está com ela', en: 'No agent is handling it', es: 'Ningún agente la atiende' },
  humanHasIt: {
    pt: 'Um atendente está com ela: o bot não responde',
    en: 'An agent is handling it: the bot does not reply',
    es: 'Un agente la atiende: el bot no responde',
  },
  humanHadIt: {
    pt: 'Um atendente já cuidou dela: o bot não responde mais',
    en: 'An agent has already handled it: the bot no longer replies',
    es: 'Un agente ya la atendió: el bot ya no responde',
  },
  contactWithoutBot: {
    pt: 'O bot está desligado para este contato',
    en: 'The bot is turned off for this contact',
    es: 'El bot está desactivado para este contacto',
  },
  isGroup: {
    pt: 'Em grupos, o bot não responde',
    en: 'The bot does not reply in groups',
    es: 'En grupos, el bot no responde',
  },
  isImported: {
    pt: 'Conversa importada: o bot não responde',
    en: 'Imported conversation: the bot does not reply',
    es: 'Conversación importada: el bot no responde',
  },
  wallet: {
    pt: 'Foi para {user}, que tem este contato na carteira',
    en: 'Went to {user}, the account owner of this contact',
    es: 'Fue a {user}, que tiene este contacto en su cartera',
  },
  walletAway: {
    pt: 'Foi para {user}, que tem este contato na carteira e não está disponível agora',
    en: 'Went to {user}, the account owner of this contact, who is not available now',
    es: 'Fue a {user}, que tiene este contacto en su cartera y no está disponible ahora',
  },
  noVacation: {
    pt: 'Sem férias coletivas nesta data',
    en: 'No company vacation on this date',
    es: 'Sin vacaciones colectivas en esta fecha',
  },
  onVacation: {
    pt: 'O bot enviou a mensagem das férias coletivas',
    en: 'The bot sent the company vacation message',
    es: 'El bot envió el mensaje de vacaciones colectivas',
  },
  noRatingAsked: { pt: 'Nenhuma nota foi pedida', en: 'No score was asked for', es: 'No se pidió ninguna nota' },
  rated: { pt: 'O cliente deu a nota', en: 'The customer gave a score', es: 'El cliente dio la nota' },
  ratingNotUnderstood: {
    pt: 'A resposta não era uma nota de 0 a 10; o bot perguntou de novo',
    en: 'The answer was not a score from 0 to 10; the bot asked again',
    es: 'La respuesta no era una nota de 0 a 10; el bot preguntó de nuevo',
  },
  ratingAsksUsedUp: {
    pt: 'A nota já foi pedida o máximo de vezes; o bot parou de perguntar',
    en: 'The score was requested the maximum number of times; the bot stopped asking',
    es: 'La nota ya se pidió el máximo de veces; el bot dejó de preguntar',
  },
  noConsentNeeded: {
    pt: 'Nenhum consentimento a pedir',
    en: 'No consent to ask for',
    es: 'Ningún consentimiento que pedir',
  },
  consentAsked: {
    pt: 'O bot pediu o consentimento LGPD',
    en: 'The bot asked for LGPD consent',
    es: 'El bot pidió el consentimiento LGPD',
  },
  consentGiven: { pt: 'O cliente consentiu', en: 'The customer consented', es: 'El cliente consintió' },
  consentRefused: {
    pt: 'O cliente não consentiu; a conversa foi resolvida',
    en: 'The customer did not consent; the conversation was resolved',
    es: 'El cliente no consintió; la conversación se resolvió',
  },
  consentNotUnderstood: {
    pt: 'A resposta não era sim nem não; o bot pediu o consentimento de novo',
    en: 'The answer was neither yes nor no; the bot asked for consent again',
    es: 'La respuesta no era sí ni no; el bot pidió el consentimiento de nuevo',
  },
  hoursNotUsed: {
    pt: 'Nenhum expediente a conferir',
    en: 'No business hours to check',
    es: 'Ningún horario de atención que revisar',
  },
  insideHours: { pt: 'Dentro do expediente', en: 'Within business hours', es: 'Dentro del horario de atención' },
  outsideHours: { pt: 'Fora do expediente', en: 'Outside business hours', es: 'Fuera del horario de atención' },
  holiday: { pt: 'Feriado: não há atendimento agora', en: 'Holiday: closed now', es: 'Feriado: cerrado ahora' },
  noFlow: { pt: 'Nenhum fluxo em andamento', en: 'No flow in progress', es: 'Ningún flujo en curso' },
  inFlow: {
    pt: 'O fluxo recebeu a mensagem',
    en: 'The flow received the message',
    es: 'El flujo recibió el mensaje',
  },
  flowMovedQueue: {
    pt: 'O fluxo transferiu a conversa para a fila {queue}',
    en: 'The flow transferred the conversation to the queue {queue}',
    es: 'El flujo transfirió la conversación a la cola {queue}',
  },
  flowGaveAttendant: {
    pt: 'O fluxo transferiu a conversa para {user}',
    en: 'The flow transferred the conversation to {user}',
    es: 'El flujo transfirió la conversación a {user}',
  },
  flowFellBack: {
    pt: 'O fluxo não pôde continuar; a conversa espera um atendente',
    en: 'The flow could not continue; the conversation waits for an agent',
    es: 'El flujo no pudo continuar; la conversación espera a un agente',
  },
  flowGaveUp: {
    pt: 'O cliente não respondeu ao fluxo; a conversa espera um atendente',
    en: 'The customer did not answer the flow; the conversation waits for an agent',
    es: 'El cliente no respondió al flujo; la conversación espera a un agente',
  },
  flowLeft: {
    pt: 'O cliente saiu do fluxo; a conversa espera um atendente',
    en: 'The customer left the flow; the conversation waits for an agent',
    es: 'El cliente salió del flujo; la conversación espera a un agente',
  },
  flowClosed: {
    pt: 'O fluxo resolveu a conversa',
    en: 'The flow resolved the conversation',
    es: 'El flujo resolvió la conversación',
  },
  noTrigger: { pt: 'Nenhum fluxo a iniciar', en: 'No flow to start', es: 'Ningún flujo que iniciar' },
  phraseMatched: {
    pt: 'Uma frase do cliente iniciou um fluxo',
    en: 'A phrase of the customer started a flow',
    es: 'Una frase del cliente inició un flujo',
  },
  welcomeFlow: {
    pt: 'O primeiro contato iniciou o fluxo de boas-vindas',
    en: 'The first contact started the welcome flow',
    es: 'El primer contacto inició el flujo de bienvenida',
  },
  otherFlow: {
    pt: 'Nenhuma frase correspondeu; começou o fluxo padrão da conexão',
    en: 'No phrase matched; the default flow of the connection started',
    es: 'Ninguna frase coincidió; empezó el flujo predeterminado de la conexión',
  },
  queueFlow: {
    pt: 'A fila {queue} iniciou o seu fluxo',
    en: 'The queue {queue} started its flow',
    es: 'La cola {queue} inició su flujo',
  },
  optionFlow: {
    pt: 'A opção iniciou um fluxo',
    en: 'The option started a flow',
    es: 'La opción inició un flujo',
  },
  noPrompt: { pt: 'A conexão não tem prompt', en: 'The connection has no prompt', es: 'La conexión no tiene prompt' },
  promptStarted: {
    pt: 'O prompt da conexão respondeu',
    en: 'The prompt of the connection answered',
    es: 'El prompt de la conexión respondió',
  },
  noIntegration: {
    pt: 'A conexão não tem integração',
    en: 'The connection has no integration',
    es: 'La conexión no tiene integración',
  },
  integrationStarted: {
    pt: 'A integração da conexão recebeu a conversa',
    en: 'The integration of the connection received the conversation',
    es: 'La integración de la conexión recibió la conversación',
  },
  queueIntegration: {
    pt: 'A integração da fila {queue} recebeu a conversa',
    en: 'The integration of the queue {queue} received the conversation',
    es: 'La integración de la cola {queue} recibió la conversación',
  },
  optionIntegration: {
    pt: 'A integração da opção recebeu a conversa',
    en: 'The integration of the option received the conversation',
    es: 'La integración de la opción recibió la conversación',
  },
  noQueues: { pt: 'A conexão não tem filas', en: 'The connection has no queues', es: 'La conexión no tiene colas' },
  hasQueue: {
    pt: 'A conversa já está numa fila',
    en: 'The conversation is already in a queue',
    es: 'La conversación ya está en una cola',
  },
  onlyQueue: {
    pt: 'Entrou em {queue}, a única fila da conexão',
    en: 'Entered {queue}, the only queue of the connection',
    es: 'Entró en {queue}, la única cola de la conexión',
  },
  menuShown: {
    pt: 'O bot mostrou o menu de filas',
    en: 'The bot showed the queue menu',
    es: 'El bot mostró el menú de colas',
  },
  menuNotUnderstood: {
    pt: 'A resposta não era um número do menu; o bot mostrou o menu de novo',
    en: 'The answer was not a number from the menu; the bot showed it again',
    es: 'La respuesta no era un número del menú; el bot lo mostró de nuevo',
  },
  queueChosen: {
    pt: 'O cliente escolheu a fila {queue}',
    en: 'The customer chose the queue {queue}',
    es: 'El cliente eligió la cola {queue}',
  },
  wentBack: {
    pt: 'O cliente voltou ao menu',
    en: 'The customer went back to the menu',
    es: 'El cliente volvió al menú',
  },
  customerLeft: {
    pt: 'O cliente saiu da conversa',
    en: 'The customer left the conversation',
    es: 'El cliente salió de la conversación',
  },
  noAudio: { pt: 'Não é um áudio', en: 'Not an audio message', es: 'No es un audio' },
  audioTaken: { pt: 'Áudios são aceitos', en: 'Audio is accepted', es: 'Se aceptan audios' },
  audioRefused: {
    pt: 'O bot respondeu que áudios não são aceitos',
    en: 'The bot replied that audio is not accepted',
    es: 'El bot respondió que no se aceptan audios',
  },
  noOptions: { pt: 'A fila não tem opções', en: 'The queue has no options', es: 'La cola no tiene opciones' },
  optionsShown: {
    pt: 'O bot mostrou as opções de {queue}',
    en: 'The bot showed the options of {queue}',
    es: 'El bot mostró las opciones de {queue}',
  },
  optionChosen: {
    pt: 'O cliente escolheu uma opção',
    en: 'The customer chose an option',
    es: 'El cliente eligió una opción',
  },
  optionNotUnderstood: {
    pt: 'A resposta não era uma das opções; o bot as mostrou de novo',
    en: 'The answer was not one of the options; the bot showed them again',
    es: 'La respuesta no era una de las opciones; el bot las mostró de nuevo',
  },
  optionWithoutChoices: {
    pt: 'A opção escolhida não tem subopções',
    en: 'The chosen option has no suboptions',
    es: 'La opción elegida no tiene subopciones',
  },
  optionMovedQueue: {
    pt: 'A opção transferiu a conversa para a fila {queue}',
    en: 'The option transferred the conversation to the queue {queue}',
    es: 'La opción transfirió la conversación a la cola {queue}',
  },
  optionGaveAttendant: {
    pt: 'A opção transferiu a conversa para {user}',
    en: 'The option transferred the conversation to {user}',
    es: 'La opción transfirió la conversación a {user}',
  },
  integrationMissing: {
    pt: 'A integração desta opção não existe; a conversa espera um atendente',
    en: 'The integration of this option does not exist; the conversation waits for an agent',
    es: 'La integración de esta opción no existe; la conversación espera a un agente',
  },
  filesSent: { pt: 'Os arquivos são enviados', en: 'The files are sent', es: 'Se envían los archivos' },
  closedByQueue: {
    pt: 'A fila {queue} resolve a conversa ao entrar',
    en: 'The queue {queue} resolves the conversation on entry',
    es: 'La cola {queue} resuelve la conversación al entrar',
  },
  closedByOption: {
    pt: 'A opção escolhida resolve a conversa',
    en: 'The chosen option resolves the conversation',
    es: 'La opción elegida resuelve la conversación',
  },
  turnsUsedUp: {
    pt: 'O bot já respondeu o máximo de vezes; a conversa espera um atendente',
    en: 'The bot replied the maximum number of times; the conversation waits for an agent',
    es: 'El bot ya respondió el máximo de veces; la conversación espera a un agente',
  },
  tooSoon: {
    pt: 'O bot não respondeu: tinha respondido há pouco',
    en: 'The bot did not reply: it had replied a moment ago',
    es: 'El bot no respondió: había respondido hace poco',
  },
  nothingToSay: {
    pt: 'Não há texto escrito para isto',
    en: 'No text has been written for this',
    es: 'No hay texto escrito para esto',
  },
  chosenAtRandom: {
    pt: 'Distribuída por sorteio para {user}, entre os atendentes da fila',
    en: 'Assigned at random to {user}, among the agents of the queue',
    es: 'Asignada al azar a {user}, entre los agentes de la cola',
  },
  nobodyToChoose: {
    pt: 'Nenhum atendente da fila está disponível agora',
    en: 'No agent of the queue is available now',
    es: 'Ningún agente de la cola está disponible ahora',
  },
  notDistributed: {
    pt: 'As conversas não são distribuídas automaticamente',
    en: 'Conversations are not assigned automatically',
    es: 'Las conversaciones no se asignan automáticamente',
  },
  positionTold: {
    pt: 'O bot informa a posição na fila',
    en: 'The bot sends the queue position',
    es: 'El bot informa la posición en la cola',
  },
  positionNotTold: {
    pt: 'O bot não informa a posição na fila',
    en: 'The bot does not send the queue position',
    es: 'El bot no informa la posición en la cola',
  },
  alreadyAnswered: {
    pt: 'Outro passo já respondeu',
    en: 'Another step has already answered',
    es: 'Otro paso ya respondió',
  },
  inactivityWarned: {
    pt: 'O cliente foi avisado de que a conversa será resolvida',
    en: 'The customer was warned that the conversation will be resolved',
    es: 'Se avisó al cliente de que la conversación se resolverá',
  },
  inactivityClosed: {
    pt: 'Resolvida por falta de resposta',
    en: 'Resolved because there was no answer',
    es: 'Resuelta por falta de respuesta',
  },
  ratingExpired: {
    pt: 'O prazo da nota terminou sem resposta',
    en: 'The time to give a score ran out',
    es: 'El plazo de la nota terminó sin respuesta',
  },
  redirectedUnqueued: {
    pt: 'O cliente não escolheu uma fila; a conversa foi para a fila {queue}',
    en: 'The customer chose no queue; the conversation went to the queue {queue}',
    es: 'El cliente no eligió una cola; la conversación fue a la cola {queue}',
  },
  rotated: {
    pt: 'O rodízio ofereceu a conversa a {user}',
    en: 'The rotation offered the conversation to {user}',
    es: 'La rotación ofreció la conversación a {user}',
  },
  laneTimeOver: {
    pt: 'O tempo da coluna acabou; a conversa avançou no Kanban',
    en: 'The time in the column ran out; the conversation moved to the next column',
    es: 'El tiempo de la columna terminó; la conversación avanzó en el Kanban',
  },
  windowShut: {
    pt: 'A janela de 24 horas tinha terminado; a mensagem automática não foi enviada',
    en: 'The 24-hour window had closed; the automatic message was not sent',
    es: 'La ventana de 24 horas había terminado; el mensaje automático no se envió',
  },
  templateInstead: {
    pt: 'A janela de 24 horas tinha terminado; o modelo foi enviado no lugar da mensagem automática',
    en: 'The 24-hour window had closed; the template was sent instead of the automatic message',
    es: 'La ventana de 24 horas había terminado; se envió la plantilla en lugar del mensaje automático',
  },
});
export const lateTexts = texts({
  minutes: { pt: '{said} ({count} min depois)', en: '{said} ({count} min late)', es: '{said} ({count} min después)' },
});
/** Stands for the agent in a tried conversation, where none is chosen yet. */
export const anAgentTexts = texts({
  anAgent: { pt: 'Um atendente', en: 'An agent', es: 'Un agente' },
});
