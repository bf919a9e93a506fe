import { texts } from '../../lib/texts.ts';

export const formTexts = texts({
  add: { pt: 'Nova conexão · {channel}', en: 'New connection · {channel}', es: 'Nueva conexión · {channel}' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  save: { pt: 'Salvar conexão', en: 'Save connection', es: 'Guardar conexión' },
  saved: { pt: 'Conexão salva', en: 'Connection saved', es: 'Conexión guardada' },
  tabs: { pt: 'Partes da conexão', en: 'Connection sections', es: 'Partes de la conexión' },
  general: { pt: 'Geral', en: 'General', es: 'General' },
  integrations: { pt: 'Integrações', en: 'Integrations', es: 'Integraciones' },
  messages: { pt: 'Mensagens', en: 'Messages', es: 'Mensajes' },
  chatbot: { pt: 'Chatbot', en: 'Chatbot', es: 'Chatbot' },
  ratings: { pt: 'Avaliações', en: 'Ratings', es: 'Evaluaciones' },
  flow: { pt: 'Fluxo padrão', en: 'Default flow', es: 'Flujo predeterminado' },
  hours: { pt: 'Horários', en: 'Business hours', es: 'Horarios' },
  none: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  minutesOff: { pt: 'Em minutos; 0 desliga.', en: 'In minutes; 0 turns it off.', es: 'En minutos; 0 lo desactiva.' },

  // General
  provider: { pt: 'Tipo de conexão', en: 'Connection type', es: 'Tipo de conexión' },
  sandbox: {
    pt: 'Testar sem conta (simulador)',
    en: 'Try without an account (simulator)',
    es: 'Probar sin cuenta (simulador)',
  },
  sandboxText: {
    pt: 'Um celular simulado. Nada é enviado de verdade.',
    en: 'A simulated phone. Nothing is really sent.',
    es: 'Un teléfono simulado. No se envía nada de verdad.',
  },
  beta: { pt: 'QR Code do celular', en: 'Phone QR code', es: 'Código QR del teléfono' },
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
    pt: 'Com mais de uma, o bot pergunta qual; escreva também uma saudação.',
    en: 'With more than one, the bot asks which; also write a greeting.',
    es: 'Con más de una, el bot pregunta cuál; escribe también un saludo.',
  },
  isDefault: { pt: 'Conexão padrão', en: 'Default connection', es: 'Conexión predeterminada' },
  isDefaultText: {
    pt: 'Usada quando uma conversa começa por aqui sem escolher a conexão.',
    en: 'Used when a conversation starts here without choosing a connection.',
    es: 'Se usa cuando una conversación empieza aquí sin elegir la conexión.',
  },
  staysDefault: {
    pt: 'Para trocar, marque outra conexão como padrão.',
    en: 'To change it, make another connection the default.',
    es: 'Para cambiarla, marca otra conexión como predeterminada.',
  },
  allowGroup: { pt: 'Receber mensagens de grupos', en: 'Receive group messages', es: 'Recibir mensajes de grupos' },
  allowGroupText: {
    pt: 'Esperam na aba Grupos, para quem pode atender grupos. Quando desligado, são ignoradas.',
    en: 'They wait in the Groups tab, for users who may handle groups. When off, they are ignored.',
    es: 'Esperan en la pestaña Grupos, para quien puede atender grupos. Cuando está desactivado, se ignoran.',
  },
  groupAsTicket: {
    pt: 'Atender grupos como conversas',
    en: 'Handle groups as conversations',
    es: 'Atender grupos como conversaciones',
  },
  groupAsTicketText: {
    pt: 'O grupo espera em Aguardando, como um cliente. Quando desligado, fica na aba Grupos.',
    en: 'The group waits in Waiting, like a customer. When off, it stays in the Groups tab.',
    es: 'El grupo aguarda en la pestaña En espera, como un cliente. Cuando está desactivado, queda en Grupos.',
  },

  // Messages
  greeting: { pt: 'Saudação', en: 'Greeting', es: 'Saludo' },
  file: { pt: 'Arquivo da saudação', en: 'Greeting file', es: 'Archivo del saludo' },
  chooseFile: { pt: 'Escolher arquivo', en: 'Choose a file', es: 'Elegir archivo' },
  changeFile: { pt: 'Trocar arquivo', en: 'Change the file', es: 'Cambiar archivo' },
  removeFile: { pt: 'Remover arquivo', en: 'Remove the file', es: 'Quitar archivo' },
  noFile: { pt: 'Nenhum arquivo', en: 'No file', es: 'Ningún archivo' },
  farewell: { pt: 'Despedida', en: 'Farewell', es: 'Despedida' },
  outOfHours: { pt: 'Fora do expediente', en: 'Outside business hours', es: 'Fuera del horario de atención' },
  vacation: { pt: 'Férias coletivas', en: 'Company vacation', es: 'Vacaciones colectivas' },
  vacationMessage: { pt: 'Mensagem das férias', en: 'Vacation message', es: 'Mensaje de vacaciones' },
  vacationHint: {
    pt: 'No período, toda mensagem recebe só esta resposta.',
    en: 'During this period, every message gets only this reply.',
    es: 'En ese período todo mensaje recibe solo esta respuesta.',
  },
  vacationTooEarly: {
    pt: 'No máximo 10 dias atrás',
    en: 'No earlier than 10 days ago',
    es: 'Como máximo hace 10 días',
  },
  vacationOrder: {
    pt: 'O fim deve ser depois do começo',
    en: 'The end must be after the start',
    es: 'El final debe ser posterior al comienzo',
  },
  from: { pt: 'De', en: 'From', es: 'Desde' },
  until: { pt: 'Até', en: 'Until', es: 'Hasta' },

  // Chatbot
  botLimits: { pt: 'Limites do bot', en: 'Bot limits', es: 'Límites del bot' },
  maxBot: { pt: 'Vezes que o bot responde', en: 'Maximum bot replies', es: 'Máximo de respuestas del bot' },
  maxBotHint: { pt: '0 significa sem limite.', en: '0 means no limit.', es: '0 significa sin límite.' },
  botPause: { pt: 'Pausa entre menus', en: 'Pause between menus', es: 'Pausa entre menús' },
  redirect: { pt: 'Se nenhuma fila for escolhida', en: 'If no queue is chosen', es: 'Si no se elige una cola' },
  redirectAfter: { pt: 'Transferir depois de', en: 'Transfer after', es: 'Transferir después de' },
  redirectTo: { pt: 'Para a fila', en: 'To the queue', es: 'A la cola' },
  idle: { pt: 'Conversas paradas', en: 'Idle conversations', es: 'Conversaciones inactivas' },
  closesIdle: {
    pt: 'Resolver conversas paradas',
    en: 'Resolve idle conversations',
    es: 'Resolver conversaciones inactivas',
  },
  closesIdleText: {
    pt: 'Depois de muito tempo sem mensagens, a conversa é resolvida automaticamente.',
    en: 'After a long time without messages, the conversation is resolved automatically.',
    es: 'Después de mucho tiempo sin mensajes, la conversación se resuelve automáticamente.',
  },
  warnHint: {
    pt: 'Em minutos; 0 não avisa. O tempo para resolver conta a partir do aviso.',
    en: 'In minutes; 0 sends no warning. The time to resolve counts from the warning.',
    es: 'En minutos; 0 no avisa. El tiempo para resolver cuenta desde el aviso.',
  },
  closeHint: {
    pt: 'Em minutos; 1440 são 24 horas.',
    en: 'In minutes; 1440 is 24 hours.',
    es: 'En minutos; 1440 son 24 horas.',
  },
  warnAfter: { pt: 'Avisar depois de', en: 'Warn after', es: 'Avisar después de' },
  warning: { pt: 'Aviso de inatividade', en: 'Inactivity warning', es: 'Aviso de inactividad' },
  closeAfter: { pt: 'Resolver depois de', en: 'Resolve after', es: 'Resolver después de' },
  closeWhen: { pt: 'Quando a última mensagem for', en: 'When the last message is', es: 'Cuando el último mensaje sea' },
  anyone: { pt: 'Do atendente ou do cliente', en: 'From the agent or the customer', es: 'Del agente o del cliente' },
  agent: { pt: 'Do atendente', en: 'From the agent', es: 'Del agente' },
  closing: {
    pt: 'Mensagem ao resolver por inatividade',
    en: 'Message when resolving due to inactivity',
    es: 'Mensaje al resolver por inactividad',
  },
  reopen: {
    pt: 'Reabrir a mesma conversa por',
    en: 'Reopen the same conversation for',
    es: 'Reabrir la misma conversación durante',
  },
  reopenHint: {
    pt: 'Em minutos: se o cliente voltar nesse tempo, a conversa anterior continua; 0 abre sempre uma nova.',
    en: 'In minutes: if the customer writes again within this time, the previous conversation continues; 0 always opens a new one.',
    es: 'En minutos: si el cliente vuelve en ese tiempo, sigue la conversación anterior; 0 abre siempre una nueva.',
  },

  // Ratings
  ratingsOff: {
    pt: 'As avaliações estão desligadas nas configurações da empresa. O que for escrito aqui vale quando elas forem ligadas.',
    en: 'Ratings are turned off in the company settings. What you write here applies once they are turned on.',
    es: 'Las evaluaciones están desactivadas en la configuración de la empresa. Lo que se escriba aquí vale cuando se activen.',
  },
  turnOnRatings: { pt: 'Ligar avaliações', en: 'Turn ratings on', es: 'Activar evaluaciones' },
  noQuestion: {
    pt: 'Sem pergunta, esta conexão não pede a nota.',
    en: 'Without a question, this connection does not ask for a score.',
    es: 'Sin pregunta, esta conexión no pide la nota.',
  },
  useQuestion: { pt: 'Usar uma pergunta pronta', en: 'Use a ready question', es: 'Usar una pregunta lista' },
  ratingMessage: { pt: 'Mensagem da avaliação', en: 'Rating message', es: 'Mensaje de evaluación' },
  ratingHint: {
    pt: 'Peça uma nota de 0 a 10.',
    en: 'Ask for a score from 0 to 10.',
    es: 'Pide una nota de 0 a 10.',
  },
  maxRating: { pt: 'Vezes que a nota é pedida', en: 'Maximum score requests', es: 'Veces que se pide la nota' },
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
    es: 'Fuera de estos horarios el cliente recibe el mensaje de fuera del horario de atención. Un día desactivado queda cerrado.',
  },
});
