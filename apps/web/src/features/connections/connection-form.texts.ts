import { texts } from '../../lib/texts.ts';

export const formTexts = texts({
  add: { pt: 'Nova conexão · {channel}', en: 'New connection · {channel}', es: 'Nueva conexión · {channel}' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  save: { pt: 'Salvar conexão', en: 'Save connection', es: 'Guardar conexión' },
  saved: { pt: 'Conexão salva', en: 'Connection saved', es: 'Conexión guardada' },
  tabs: { pt: 'Partes da conexão', en: 'Parts of the connection', es: 'Partes de la conexión' },
  general: { pt: 'Geral', en: 'General', es: 'General' },
  integrations: { pt: 'Integrações', en: 'Integrations', es: 'Integraciones' },
  messages: { pt: 'Mensagens', en: 'Messages', es: 'Mensajes' },
  chatbot: { pt: 'Chatbot', en: 'Chatbot', es: 'Chatbot' },
  ratings: { pt: 'Avaliações', en: 'Ratings', es: 'Evaluaciones' },
  flow: { pt: 'Fluxo padrão', en: 'Default flow', es: 'Flujo predeterminado' },
  hours: { pt: 'Horários', en: 'Hours', es: 'Horarios' },
  none: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  noFlow: { pt: 'Nenhum', en: 'None', es: 'Ninguno' },
  minutesOff: { pt: 'Em minutos; 0 desliga.', en: 'In minutes; 0 turns it off.', es: 'En minutos; 0 lo desactiva.' },

  // General
  provider: { pt: 'Como conectar', en: 'How to connect', es: 'Cómo conectar' },
  sandbox: {
    pt: 'Testar sem conta (simulador)',
    en: 'Try without an account (simulator)',
    es: 'Probar sin cuenta (simulador)',
  },
  sandboxText: {
    pt: 'Um celular de mentira conversa com você. Nada sai de verdade.',
    en: 'A make-believe phone talks to you. Nothing leaves for real.',
    es: 'Un teléfono de mentira conversa contigo. Nada sale de verdad.',
  },
  beta: { pt: 'QR Code do celular', en: 'The phone’s QR code', es: 'Código QR del teléfono' },
  betaText: {
    pt: 'Usa o WhatsApp que já está no celular da empresa.',
    en: 'Uses the WhatsApp that is already on the company’s phone.',
    es: 'Usa el WhatsApp que ya está en el teléfono de la empresa.',
  },
  official: { pt: 'API oficial da Meta', en: 'Meta’s official API', es: 'API oficial de Meta' },
  officialText: {
    pt: 'Para contas comerciais verificadas.',
    en: 'For verified business accounts.',
    es: 'Para cuentas comerciales verificadas.',
  },
  imitate: { pt: 'Imitar', en: 'Imitate', es: 'Imitar' },
  imitateQr: { pt: 'WhatsApp por QR Code', en: 'WhatsApp by QR code', es: 'WhatsApp por código QR' },
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  queues: { pt: 'Filas', en: 'Queues', es: 'Colas' },
  queuesHint: {
    pt: 'Com mais de uma, o robô pergunta qual; escreva então uma saudação.',
    en: 'With more than one the bot asks which; write a greeting then.',
    es: 'Con más de una el bot pregunta cuál; escribe entonces un saludo.',
  },
  isDefault: { pt: 'Conexão padrão', en: 'Default connection', es: 'Conexión predeterminada' },
  isDefaultText: {
    pt: 'Usada quando uma conversa começa por aqui e ninguém escolhe por onde.',
    en: 'Used when a conversation starts here and nobody chooses through which.',
    es: 'Se usa cuando una conversación empieza aquí y nadie elige por cuál.',
  },
  staysDefault: {
    pt: 'Para trocar, marque outra conexão como padrão.',
    en: 'To change it, make another connection the default.',
    es: 'Para cambiarla, marca otra conexión como predeterminada.',
  },
  allowGroup: { pt: 'Receber mensagens de grupos', en: 'Receive messages of groups', es: 'Recibir mensajes de grupos' },
  allowGroupText: {
    pt: 'Desligado, o que se fala em grupos é ignorado.',
    en: 'Off, what is said in groups is ignored.',
    es: 'Desactivado, lo que se habla en grupos se ignora.',
  },
  groupAsTicket: {
    pt: 'Atender grupos como conversas',
    en: 'Serve groups as conversations',
    es: 'Atender grupos como conversaciones',
  },
  groupAsTicketText: {
    pt: 'O grupo entra na fila de espera como um cliente.',
    en: 'The group waits in line like a customer.',
    es: 'El grupo entra en la espera como un cliente.',
  },

  // What comes later
  integration: { pt: 'Integração', en: 'Integration', es: 'Integración' },
  prompt: { pt: 'Prompt de IA', en: 'AI prompt', es: 'Prompt de IA' },
  flowWelcome: { pt: 'Fluxo de boas-vindas', en: 'Welcome flow', es: 'Flujo de bienvenida' },
  flowNoPhrase: {
    pt: 'Fluxo quando nenhuma frase combina',
    en: 'Flow when no phrase matches',
    es: 'Flujo cuando ninguna frase coincide',
  },
  nothingYet: {
    pt: 'Ainda não há nenhum para escolher. Quando houver, aparece aqui.',
    en: 'There is none to choose yet. As soon as there is, it shows here.',
    es: 'Aún no hay ninguno para elegir. Cuando lo haya, aparece aquí.',
  },

  // Messages
  greeting: { pt: 'Saudação', en: 'Greeting', es: 'Saludo' },
  file: { pt: 'Arquivo da saudação', en: 'File of the greeting', es: 'Archivo del saludo' },
  chooseFile: { pt: 'Escolher arquivo', en: 'Choose a file', es: 'Elegir archivo' },
  changeFile: { pt: 'Trocar arquivo', en: 'Change the file', es: 'Cambiar archivo' },
  removeFile: { pt: 'Remover arquivo', en: 'Remove the file', es: 'Quitar archivo' },
  noFile: { pt: 'Nenhum arquivo', en: 'No file', es: 'Ningún archivo' },
  farewell: { pt: 'Despedida', en: 'Farewell', es: 'Despedida' },
  outOfHours: { pt: 'Fora do expediente', en: 'Out of hours', es: 'Fuera de horario' },
  vacation: { pt: 'Férias coletivas', en: 'Company holidays', es: 'Vacaciones colectivas' },
  vacationMessage: { pt: 'Mensagem das férias', en: 'Holiday message', es: 'Mensaje de vacaciones' },
  vacationHint: {
    pt: 'No período, toda mensagem recebe só esta resposta.',
    en: 'During that time every message gets only this answer.',
    es: 'En ese período todo mensaje recibe solo esta respuesta.',
  },
  vacationTooEarly: {
    pt: 'No máximo 10 dias atrás',
    en: 'At most 10 days ago',
    es: 'Como máximo hace 10 días',
  },
  vacationOrder: {
    pt: 'O fim vem depois do começo',
    en: 'The end comes after the start',
    es: 'El final viene después del comienzo',
  },
  from: { pt: 'De', en: 'From', es: 'Desde' },
  until: { pt: 'Até', en: 'Until', es: 'Hasta' },

  // Chatbot
  botLimits: { pt: 'Limites do robô', en: 'Limits of the bot', es: 'Límites del bot' },
  maxBot: { pt: 'Vezes que o robô fala', en: 'Times the bot speaks', es: 'Veces que habla el bot' },
  maxBotHint: { pt: '0 é sem limite.', en: '0 is without limit.', es: '0 es sin límite.' },
  botPause: { pt: 'Pausa entre menus', en: 'Pause between menus', es: 'Pausa entre menús' },
  redirect: { pt: 'Quem não escolhe a fila', en: 'Who does not choose a queue', es: 'Quien no elige la cola' },
  redirectAfter: { pt: 'Encaminhar depois de', en: 'Pass on after', es: 'Derivar después de' },
  redirectTo: { pt: 'Para a fila', en: 'To the queue', es: 'A la cola' },
  idle: { pt: 'Conversas paradas', en: 'Idle conversations', es: 'Conversaciones detenidas' },
  closesIdle: {
    pt: 'Resolver conversas paradas',
    en: 'Resolve idle conversations',
    es: 'Resolver conversaciones detenidas',
  },
  closesIdleText: {
    pt: 'Quando ninguém escreve por muito tempo, a conversa é encerrada sozinha.',
    en: 'When nobody writes for long, the conversation ends by itself.',
    es: 'Cuando nadie escribe por mucho tiempo, la conversación termina sola.',
  },
  warnHint: {
    pt: 'Em minutos; 0 não avisa. O tempo para resolver conta a partir do aviso.',
    en: 'In minutes; 0 does not warn. The time to resolve counts from the warning.',
    es: 'En minutos; 0 no avisa. El tiempo para resolver cuenta desde el aviso.',
  },
  closeHint: {
    pt: 'Em minutos; 1440 são 24 horas.',
    en: 'In minutes; 1440 are 24 hours.',
    es: 'En minutos; 1440 son 24 horas.',
  },
  warnAfter: { pt: 'Avisar depois de', en: 'Warn after', es: 'Avisar después de' },
  warning: { pt: 'Aviso de inatividade', en: 'Warning of inactivity', es: 'Aviso de inactividad' },
  closeAfter: { pt: 'Resolver depois de', en: 'Resolve after', es: 'Resolver después de' },
  closeWhen: { pt: 'Quando a última mensagem for', en: 'When the last message is', es: 'Cuando el último mensaje sea' },
  anyone: { pt: 'Do atendente ou do cliente', en: 'The attendant’s or the customer’s', es: 'Del agente o del cliente' },
  attendant: { pt: 'Do atendente', en: 'The attendant’s', es: 'Del agente' },
  closing: {
    pt: 'Mensagem ao resolver por inatividade',
    en: 'Message on resolving for inactivity',
    es: 'Mensaje al resolver por inactividad',
  },
  reopen: {
    pt: 'Reabrir a mesma conversa por',
    en: 'Reopen the same conversation for',
    es: 'Reabrir la misma conversación durante',
  },
  reopenHint: {
    pt: 'Em minutos: quem volta nesse tempo continua a conversa anterior; 0 abre sempre uma nova.',
    en: 'In minutes: who comes back within it goes on with the previous conversation; 0 always opens a new one.',
    es: 'En minutos: quien vuelve en ese tiempo sigue la conversación anterior; 0 abre siempre una nueva.',
  },

  // Ratings
  ratingsOff: {
    pt: 'As avaliações estão desligadas nas configurações da empresa. O que for escrito aqui vale quando elas forem ligadas.',
    en: 'Ratings are turned off in the company settings. What is written here counts once they are turned on.',
    es: 'Las evaluaciones están desactivadas en la configuración de la empresa. Lo que se escriba aquí vale cuando se activen.',
  },
  ratingMessage: { pt: 'Mensagem da avaliação', en: 'Rating message', es: 'Mensaje de evaluación' },
  ratingHint: {
    pt: 'Peça uma nota de 0 a 10.',
    en: 'Ask for a score from 0 to 10.',
    es: 'Pide una nota de 0 a 10.',
  },
  maxRating: { pt: 'Vezes que a nota é pedida', en: 'Times the score is asked for', es: 'Veces que se pide la nota' },
  ratingExpires: { pt: 'Esperar a nota por', en: 'Wait for the score for', es: 'Esperar la nota durante' },
  ratingExpiresHint: {
    pt: 'Em minutos; depois a conversa é resolvida sem nota.',
    en: 'In minutes; then the conversation is resolved without a score.',
    es: 'En minutos; después la conversación se resuelve sin nota.',
  },

  // Hours
  hoursText: {
    pt: 'Fora destes horários o cliente recebe a mensagem de fora do expediente. Um dia desligado fica fechado.',
    en: 'Outside these hours the customer gets the out-of-hours message. A day turned off is closed.',
    es: 'Fuera de estos horarios el cliente recibe el mensaje de fuera de horario. Un día desactivado queda cerrado.',
  },
});
