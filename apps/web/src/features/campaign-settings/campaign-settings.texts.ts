import { texts } from '../../lib/texts.ts';

export const settingsTexts = texts({
  title: { pt: 'Ajustes de envio', en: 'Sending settings', es: 'Ajustes de envío' },
  back: { pt: 'Voltar para campanhas', en: 'Back to campaigns', es: 'Volver a campañas' },
  save: { pt: 'Salvar', en: 'Save', es: 'Guardar' },
  saved: { pt: 'Configurações salvas', en: 'Settings saved', es: 'Configuración guardada' },
  unsaved: { pt: 'Há mudanças não salvas', en: 'There are unsaved changes', es: 'Hay cambios sin guardar' },
  leaveTitle: { pt: 'Sair sem salvar?', en: 'Leave without saving?', es: '¿Salir sin guardar?' },
  leaveText: {
    pt: 'As mudanças destes ajustes serão perdidas.',
    en: 'The changes of these settings will be lost.',
    es: 'Se perderán los cambios de estos ajustes.',
  },
  leave: { pt: 'Descartar mudanças', en: 'Discard changes', es: 'Descartar cambios' },
  stay: { pt: 'Continuar editando', en: 'Keep editing', es: 'Seguir editando' },

  pace: { pt: 'Ritmo de envio', en: 'Sending rate', es: 'Ritmo de envío' },
  paceText: {
    pt: 'Mensagens seguidas demais fazem o número ser bloqueado. O intervalo varia um pouco a cada envio.',
    en: 'Messages in quick succession get a number blocked. The interval varies a little with each message.',
    es: 'Los mensajes demasiado seguidos hacen que bloqueen el número. El intervalo varía un poco en cada envío.',
  },
  messageInterval: {
    pt: 'Intervalo entre mensagens (segundos)',
    en: 'Interval between messages (seconds)',
    es: 'Intervalo entre mensajes (segundos)',
  },
  longerIntervalAfter: {
    pt: 'Pausa maior a cada (mensagens)',
    en: 'Longer pause after every (messages)',
    es: 'Pausa mayor cada (mensajes)',
  },
  greaterInterval: {
    pt: 'Duração da pausa maior (segundos)',
    en: 'Length of the longer pause (seconds)',
    es: 'Duración de la pausa mayor (segundos)',
  },
  zeroToSeconds: { pt: 'De 0 a 120', en: 'From 0 to 120', es: 'De 0 a 120' },
  zeroToMessages: { pt: 'De 0 a 60; 0 = nunca', en: 'From 0 to 60; 0 = never', es: 'De 0 a 60; 0 = nunca' },
  zeroOrTwenty: { pt: '0, ou de 20 a 180', en: '0, or from 20 to 180', es: '0, o de 20 a 180' },
  greaterInvalid: {
    pt: 'Use 0 ou um valor de 20 a 180',
    en: 'Use 0 or a value from 20 to 180',
    es: 'Usa 0 o un valor de 20 a 180',
  },
  paceSummary: {
    pt: '{interval} s entre mensagens, {pause} s a cada {after}',
    en: '{interval} s between messages, {pause} s after every {after}',
    es: '{interval} s entre mensajes, {pause} s cada {after}',
  },
  paceSummaryPlain: {
    pt: '{interval} s entre mensagens, sem pausa maior',
    en: '{interval} s between messages, no longer pause',
    es: '{interval} s entre mensajes, sin pausa mayor',
  },

  hours: { pt: 'Horário de envio', en: 'Sending hours', es: 'Horario de envío' },
  startHour: { pt: 'Começa às', en: 'Starts at', es: 'Empieza a las' },
  endHour: { pt: 'Para às', en: 'Stops at', es: 'Para a las' },
  endBeforeStart: {
    pt: 'Precisa ser depois do começo',
    en: 'Must be after the start',
    es: 'Debe ser después del comienzo',
  },
  saturday: { pt: 'Enviar aos sábados', en: 'Send on Saturdays', es: 'Enviar los sábados' },
  sunday: { pt: 'Enviar aos domingos', en: 'Send on Sundays', es: 'Enviar los domingos' },
  weekLabel: {
    pt: 'Semana: envia {days}, das {from} às {to}',
    en: 'Week: sends {days}, from {from} to {to}',
    es: 'Semana: envía {days}, de {from} a {to}',
  },
  weekdays: { pt: 'de segunda a sexta', en: 'Monday to Friday', es: 'de lunes a viernes' },
  withSaturday: { pt: 'de segunda a sábado', en: 'Monday to Saturday', es: 'de lunes a sábado' },
  withSunday: {
    pt: 'de domingo a sexta',
    en: 'Sunday to Friday',
    es: 'de domingo a viernes',
  },
  everyDay: { pt: 'todos os dias', en: 'every day', es: 'todos los días' },
  noSending: { pt: 'não envia', en: 'no sending', es: 'no envía' },
  holidaysNote: {
    pt: 'Feriados da empresa não enviam. Fuso: {zone}.',
    en: 'Nothing is sent on the holidays of the company. Time zone: {zone}.',
    es: 'En los feriados de la empresa no se envía. Zona: {zone}.',
  },

  variables: { pt: 'Variáveis', en: 'Variables', es: 'Variables' },
  variablesText: {
    pt: 'Escreva {nome}, {email} ou {numero} na mensagem para usar os dados do contato, e as chaves daqui para textos que se repetem.',
    en: 'Write {nome}, {email} or {numero} in the message for the data of the contact, and the keys below for texts you repeat.',
    es: 'Escribe {nome}, {email} o {numero} en el mensaje para los datos del contacto, y estas claves para textos que se repiten.',
  },
  variableKey: { pt: 'Chave', en: 'Key', es: 'Clave' },
  variableValue: { pt: 'Texto', en: 'Text', es: 'Texto' },
  keyOf: { pt: 'Chave da variável {n}', en: 'Key of variable {n}', es: 'Clave de la variable {n}' },
  valueOf: { pt: 'Texto da variável {n}', en: 'Text of variable {n}', es: 'Texto de la variable {n}' },
  addVariable: { pt: 'Nova variável', en: 'New variable', es: 'Nueva variable' },
  removeVariable: { pt: 'Excluir a variável {key}', en: 'Delete the variable {key}', es: 'Eliminar la variable {key}' },
  noVariables: { pt: 'Nenhuma variável ainda.', en: 'No variables yet.', es: 'Aún no hay variables.' },
  keyInvalid: {
    pt: 'Use letras, números e _ e não repita uma chave',
    en: 'Use letters, digits and _, and no key twice',
    es: 'Usa letras, números y _, y no repitas una clave',
  },

  words: { pt: 'Palavras do cliente', en: 'Words of the customer', es: 'Palabras del cliente' },
  wordsText: {
    pt: 'Uma resposta de até três palavras que seja igual a uma destas vale, com ou sem acento.',
    en: 'A reply of up to three words that equals one of these counts, with or without accents.',
    es: 'Cuenta una respuesta de hasta tres palabras igual a una de estas, con o sin acento.',
  },
  optOutWords: {
    pt: 'Saem das campanhas',
    en: 'Opt out of campaigns',
    es: 'Salen de las campañas',
  },
  optOutHint: {
    pt: 'Quem responde com uma delas não recebe mais campanhas.',
    en: 'Customers who reply with one of them receive no more campaigns.',
    es: 'Quien responde con una de ellas no recibe más campañas.',
  },
  refusalWords: { pt: 'Recusam esta campanha', en: 'Decline this campaign', es: 'Rechazan esta campaña' },
  refusalHint: {
    pt: 'Vale na confirmação: a mensagem principal não é enviada.',
    en: 'Counts in the confirmation: the main message is not sent.',
    es: 'Vale en la confirmación: el mensaje principal no se envía.',
  },
  wordsPlaceholder: {
    pt: 'Digite e aperte Enter',
    en: 'Type and press Enter',
    es: 'Escribe y pulsa Enter',
  },
  removeWord: { pt: 'Excluir {word}', en: 'Delete {word}', es: 'Eliminar {word}' },
});
