import type { BotStep } from '@balcao/domain/bot/reasons';
import { texts } from '../../lib/texts.ts';

/** The steps of the bot, as the tester lists them. */
export const stepTexts = texts<BotStep>({
  hands: { pt: 'Quem está com a conversa', en: 'Who handles the conversation', es: 'Quién atiende la conversación' },
  vacation: { pt: 'Férias coletivas', en: 'Company vacation', es: 'Vacaciones colectivas' },
  rating: { pt: 'Avaliação', en: 'Rating', es: 'Evaluación' },
  consent: { pt: 'Consentimento', en: 'Consent', es: 'Consentimiento' },
  hours: { pt: 'Expediente', en: 'Business hours', es: 'Horario de atención' },
  menu: { pt: 'Menu de filas', en: 'Queue menu', es: 'Menú de colas' },
  audio: { pt: 'Áudio', en: 'Audio', es: 'Audio' },
  queueHours: { pt: 'Expediente da fila', en: 'Business hours of the queue', es: 'Horario de atención de la cola' },
  options: { pt: 'Opções da fila', en: 'Queue options', es: 'Opciones de la cola' },
  attendant: { pt: 'Distribuição', en: 'Assignment', es: 'Asignación' },
  position: { pt: 'Posição na fila', en: 'Queue position', es: 'Posición en la cola' },
});

export const whyTexts = texts<BotWhy>({
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
    pt: 'O contato é da carteira de um atendente',
    en: 'The contact has an account owner',
    es: 'El contacto es de la cartera de un agente',
  },
  walletAway: {
    pt: 'O contato é da carteira de um atendente que não está atendendo agora',
    en: 'The contact’s account owner is not available now',
    es: 'El contacto es de la cartera de un agente que no está atendiendo ahora',
  },

  noVacation: {
    pt: 'Sem férias coletivas nesta data',
    en: 'No company vacation on this date',
    es: 'Sin vacaciones colectivas en esta fecha',
  },
  onVacation: {
    pt: 'Férias coletivas: só esta mensagem é enviada',
    en: 'Company vacation: only this message is sent',
    es: 'Vacaciones colectivas: solo se envía este mensaje',
  },

  noRatingAsked: { pt: 'Nenhuma nota foi pedida', en: 'No score was asked for', es: 'No se pidió ninguna nota' },
  rated: { pt: 'O cliente deu a nota', en: 'The customer gave a score', es: 'El cliente dio la nota' },
  ratingNotUnderstood: {
    pt: 'A resposta não é uma nota de 0 a 10',
    en: 'The answer is not a score from 0 to 10',
    es: 'La respuesta no es una nota de 0 a 10',
  },
  ratingAsksUsedUp: {
    pt: 'A nota já foi pedida o máximo de vezes',
    en: 'The score has been requested the maximum number of times',
    es: 'La nota ya se pidió el máximo de veces',
  },

  noConsentNeeded: {
    pt: 'Nenhum consentimento a pedir',
    en: 'No consent to ask for',
    es: 'Ningún consentimiento que pedir',
  },
  consentAsked: {
    pt: 'O cliente precisa aceitar o uso dos dados',
    en: 'The customer must accept the use of their data',
    es: 'El cliente debe aceptar el uso de los datos',
  },
  consentGiven: { pt: 'O cliente aceitou', en: 'The customer accepted', es: 'El cliente aceptó' },
  consentRefused: {
    pt: 'O cliente não aceitou: a conversa é resolvida',
    en: 'The customer did not accept: the conversation is resolved',
    es: 'El cliente no aceptó: la conversación se resuelve',
  },
  consentNotUnderstood: {
    pt: 'A resposta não é 1 nem 2: o bot pergunta de novo',
    en: 'The answer is neither 1 nor 2: the bot asks again',
    es: 'La respuesta no es 1 ni 2: el bot pregunta de nuevo',
  },

  hoursNotUsed: {
    pt: 'Nenhum expediente a conferir',
    en: 'No business hours to check',
    es: 'Ningún horario de atención que revisar',
  },
  insideHours: { pt: 'Dentro do expediente', en: 'Within business hours', es: 'Dentro del horario de atención' },
  outsideHours: { pt: 'Fora do expediente', en: 'Outside business hours', es: 'Fuera del horario de atención' },
  holiday: { pt: 'Feriado', en: 'Holiday', es: 'Feriado' },

  noQueues: { pt: 'A conexão não tem filas', en: 'The connection has no queues', es: 'La conexión no tiene colas' },
  hasQueue: {
    pt: 'A conversa já está numa fila',
    en: 'The conversation is already in a queue',
    es: 'La conversación ya está en una cola',
  },
  onlyQueue: {
    pt: 'Só há uma fila: vai direto para ela',
    en: 'There is only one queue: the conversation goes straight to it',
    es: 'Solo hay una cola: va directo a ella',
  },
  menuShown: { pt: 'O menu de filas é mostrado', en: 'The queue menu is shown', es: 'Se muestra el menú de colas' },
  menuNotUnderstood: {
    pt: 'A resposta não é um número do menu',
    en: 'The answer is not a number from the menu',
    es: 'La respuesta no es un número del menú',
  },
  queueChosen: { pt: 'O cliente escolheu a fila', en: 'The customer chose the queue', es: 'El cliente eligió la cola' },
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
  audioRefused: { pt: 'Áudios não são aceitos', en: 'Audio is not accepted', es: 'No se aceptan audios' },

  noOptions: { pt: 'A fila não tem opções', en: 'The queue has no options', es: 'La cola no tiene opciones' },
  optionsShown: {
    pt: 'As opções da fila são mostradas',
    en: 'The queue options are shown',
    es: 'Se muestran las opciones de la cola',
  },
  optionChosen: {
    pt: 'O cliente escolheu a opção',
    en: 'The customer chose the option',
    es: 'El cliente eligió la opción',
  },
  optionNotUnderstood: {
    pt: 'A resposta não é o número de uma opção',
    en: 'The answer is not the number of an option',
    es: 'La respuesta no es el número de una opción',
  },
  optionWithoutChoices: {
    pt: 'A opção escolhida não tem subopções',
    en: 'The chosen option has no suboptions',
    es: 'La opción elegida no tiene subopciones',
  },
  optionMovedQueue: {
    pt: 'A opção transferiu a conversa para outra fila',
    en: 'The option transferred the conversation to another queue',
    es: 'La opción transfirió la conversación a otra cola',
  },
  optionGaveAttendant: {
    pt: 'A opção transferiu a conversa para um atendente',
    en: 'The option transferred the conversation to an agent',
    es: 'La opción transfirió la conversación a un agente',
  },
  integrationMissing: {
    pt: 'A integração da opção não existe',
    en: 'The option’s integration does not exist',
    es: 'La integración de la opción no existe',
  },
  filesSent: { pt: 'Os arquivos são enviados', en: 'The files are sent', es: 'Se envían los archivos' },
  closedByQueue: {
    pt: 'A fila resolve a conversa depois da saudação',
    en: 'The queue resolves the conversation after its greeting',
    es: 'La cola resuelve la conversación después del saludo',
  },
  closedByOption: {
    pt: 'A opção resolve a conversa',
    en: 'The option resolves the conversation',
    es: 'La opción resuelve la conversación',
  },

  turnsUsedUp: {
    pt: 'O bot já respondeu o máximo de vezes: espera um atendente',
    en: 'The bot has replied the maximum number of times: it waits for an agent',
    es: 'El bot ya respondió el máximo de veces: espera a un agente',
  },
  tooSoon: {
    pt: 'O bot respondeu há pouco: está em pausa',
    en: 'The bot replied a moment ago: it is paused',
    es: 'El bot respondió hace poco: está en pausa',
  },
  nothingToSay: {
    pt: 'Não há texto escrito para isto',
    en: 'No text has been written for this',
    es: 'No hay texto escrito para esto',
  },

  chosenAtRandom: {
    pt: 'Um atendente da fila foi sorteado',
    en: 'An agent of the queue was assigned at random',
    es: 'Se asignó al azar un agente de la cola',
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
});
