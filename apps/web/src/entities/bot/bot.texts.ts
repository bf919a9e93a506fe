/** What the bot does and why, in words: for the tester and for the lines of a conversation. */
import type { BotStep, BotReason } from '@balcao/domain/bot/reasons';
import { texts } from '../../lib/texts.ts';

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

export const reasonTexts = texts<BotReason>({
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
    pt: 'O contato é da carteira de um atendente',
    en: 'The contact belongs to an attendant’s wallet',
    es: 'El contacto es de la cartera de un agente',
  },
  walletAway: {
    pt: 'O contato é da carteira de um atendente que não está atendendo agora',
    en: 'The contact belongs to the wallet of an attendant who is away',
    es: 'El contacto es de la cartera de un agente que no está atendiendo ahora',
  },

  noVacation: {
    pt: 'Sem férias coletivas nesta data',
    en: 'No holidays on this date',
    es: 'Sin vacaciones en esta fecha',
  },
  onVacation: {
    pt: 'Férias coletivas: só esta mensagem é enviada',
    en: 'Company holidays: only this message is sent',
    es: 'Vacaciones colectivas: solo se envía este mensaje',
  },

  noRatingAsked: { pt: 'Nenhuma nota foi pedida', en: 'No score was asked for', es: 'No se pidió ninguna nota' },
  rated: { pt: 'O cliente deu a nota', en: 'The customer gave a score', es: 'El cliente dio la nota' },
  ratingNotUnderstood: {
    pt: 'A resposta não é uma nota de 0 a 10',
    en: 'The answer is no score from 0 to 10',
    es: 'La respuesta no es una nota de 0 a 10',
  },
  ratingAsksUsedUp: {
    pt: 'A nota já foi pedida o máximo de vezes',
    en: 'The score has been asked for as often as allowed',
    es: 'La nota ya se pidió el máximo de veces',
  },

  noConsentNeeded: { pt: 'Nenhum aceite a pedir', en: 'No consent to ask for', es: 'Ningún consentimiento que pedir' },
  consentAsked: {
    pt: 'O cliente precisa aceitar o uso dos dados',
    en: 'The customer has to accept the use of data',
    es: 'El cliente debe aceptar el uso de los datos',
  },
  consentGiven: { pt: 'O cliente aceitou', en: 'The customer accepted', es: 'El cliente aceptó' },
  consentRefused: {
    pt: 'O cliente não aceitou: a conversa é encerrada',
    en: 'The customer did not accept: the conversation ends',
    es: 'El cliente no aceptó: la conversación termina',
  },
  consentNotUnderstood: {
    pt: 'A resposta não é 1 nem 2: pergunta de novo',
    en: 'The answer is neither 1 nor 2: asked again',
    es: 'La respuesta no es 1 ni 2: pregunta de nuevo',
  },

  hoursNotUsed: {
    pt: 'Aqui não há expediente a conferir',
    en: 'No hours to check here',
    es: 'Aquí no hay horario que revisar',
  },
  insideHours: { pt: 'Dentro do expediente', en: 'Within the hours', es: 'Dentro del horario' },
  outsideHours: { pt: 'Fora do expediente', en: 'Outside the hours', es: 'Fuera del horario' },
  holiday: { pt: 'Feriado', en: 'A holiday', es: 'Día festivo' },

  noQueues: { pt: 'A conexão não tem filas', en: 'The connection has no queues', es: 'La conexión no tiene colas' },
  hasQueue: {
    pt: 'A conversa já está numa fila',
    en: 'The conversation is in a queue already',
    es: 'La conversación ya está en una cola',
  },
  onlyQueue: {
    pt: 'Só há uma fila: vai direto para ela',
    en: 'There is only one queue: straight into it',
    es: 'Solo hay una cola: va directo a ella',
  },
  menuShown: { pt: 'O menu de filas é mostrado', en: 'The menu of queues is shown', es: 'Se muestra el menú de colas' },
  menuNotUnderstood: {
    pt: 'A resposta não é um número do menu',
    en: 'The answer is no number of the menu',
    es: 'La respuesta no es un número del menú',
  },
  queueChosen: { pt: 'O cliente escolheu a fila', en: 'The customer chose the queue', es: 'El cliente eligió la cola' },
  wentBack: {
    pt: 'O cliente voltou ao menu',
    en: 'The customer went back to the menu',
    es: 'El cliente volvió al menú',
  },
  customerLeft: {
    pt: 'O cliente encerrou a conversa',
    en: 'The customer ended the conversation',
    es: 'El cliente terminó la conversación',
  },

  noAudio: { pt: 'Não é um áudio', en: 'No audio', es: 'No es un audio' },
  audioTaken: { pt: 'Áudios são aceitos', en: 'Audio is taken', es: 'Se aceptan audios' },
  audioRefused: { pt: 'Áudios não são aceitos', en: 'Audio is not taken', es: 'No se aceptan audios' },

  noOptions: { pt: 'A fila não tem opções', en: 'The queue has no options', es: 'La cola no tiene opciones' },
  optionsShown: {
    pt: 'As opções da fila são mostradas',
    en: 'The options of the queue are shown',
    es: 'Se muestran las opciones de la cola',
  },
  optionChosen: {
    pt: 'O cliente escolheu a opção',
    en: 'The customer chose the option',
    es: 'El cliente eligió la opción',
  },
  optionNotUnderstood: {
    pt: 'A resposta não é um número das opções',
    en: 'The answer is no number of the options',
    es: 'La respuesta no es un número de las opciones',
  },
  optionWithoutChoices: {
    pt: 'A opção escolhida não tem outras dentro',
    en: 'The chosen option has no others inside',
    es: 'La opción elegida no tiene otras dentro',
  },
  optionMovedQueue: {
    pt: 'A opção passou para outra fila',
    en: 'The option led to another queue',
    es: 'La opción pasó a otra cola',
  },
  optionGaveAttendant: {
    pt: 'A opção passou para um atendente',
    en: 'The option led to an attendant',
    es: 'La opción pasó a un agente',
  },
  integrationMissing: {
    pt: 'A integração da opção não existe',
    en: 'The integration of the option does not exist',
    es: 'La integración de la opción no existe',
  },
  filesSent: { pt: 'Os arquivos são enviados', en: 'The files are sent', es: 'Se envían los archivos' },
  closedByQueue: {
    pt: 'A fila encerra a conversa depois da saudação',
    en: 'The queue ends the conversation after its greeting',
    es: 'La cola termina la conversación después del saludo',
  },
  closedByOption: {
    pt: 'A opção encerra a conversa',
    en: 'The option ends the conversation',
    es: 'La opción termina la conversación',
  },

  turnsUsedUp: {
    pt: 'O robô já falou o máximo de vezes: espera por uma pessoa',
    en: 'The bot has spoken as often as allowed: it waits for a person',
    es: 'El bot ya habló el máximo de veces: espera a una persona',
  },
  tooSoon: {
    pt: 'O robô falou há pouco: está na pausa',
    en: 'The bot spoke a moment ago: it pauses',
    es: 'El bot habló hace poco: está en pausa',
  },
  nothingToSay: {
    pt: 'Não há texto escrito para isto',
    en: 'No text is written for this',
    es: 'No hay texto escrito para esto',
  },

  chosenAtRandom: {
    pt: 'Um atendente da fila foi sorteado',
    en: 'An attendant of the queue was drawn',
    es: 'Se sorteó un agente de la cola',
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
});
