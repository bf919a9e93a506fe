import { texts } from '../../lib/texts.ts';

export const holidayTexts = texts({
  intro: {
    pt: 'Valem onde há expediente: na empresa, nas conexões e nas filas.',
    en: 'They apply wherever there are business hours: company, connections and queues.',
    es: 'Valen donde hay horario de atención: empresa, conexiones y colas.',
  },
  add: { pt: 'Novo feriado', en: 'New holiday', es: 'Nuevo feriado' },
  addNational: { pt: 'Adicionar feriados nacionais', en: 'Add national holidays', es: 'Agregar feriados nacionales' },
  empty: { pt: 'Nenhum feriado ainda', en: 'No holidays yet', es: 'Ningún feriado aún' },
  emptyText: {
    pt: 'Comece pelos nacionais e acrescente os da sua cidade.',
    en: 'Start with the national ones and add those of your city.',
    es: 'Empieza por los nacionales y agrega los de tu ciudad.',
  },
  yearly: { pt: 'todo ano', en: 'every year', es: 'cada año' },
  closedAllDay: { pt: 'Fechado o dia todo', en: 'Closed all day', es: 'Cerrado todo el día' },
  past: { pt: 'já passou', en: 'past', es: 'ya pasó' },
  edit: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  remove: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  removed: { pt: 'Feriado excluído: {name}', en: 'Holiday deleted: {name}', es: 'Feriado eliminado: {name}' },
  undo: { pt: 'Desfazer', en: 'Undo', es: 'Deshacer' },
  saved: { pt: 'Feriado salvo: {name}', en: 'Holiday saved: {name}', es: 'Feriado guardado: {name}' },

  editTitle: { pt: 'Editar feriado', en: 'Edit holiday', es: 'Editar feriado' },
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  day: { pt: 'Data', en: 'Date', es: 'Fecha' },
  everyYear: { pt: 'Repete todo ano', en: 'Repeats every year', es: 'Se repite cada año' },
  closed: { pt: 'Fechado o dia todo', en: 'Closed all day', es: 'Cerrado todo el día' },
  closedHelp: {
    pt: 'Quando desligado, o horário abaixo vale no lugar do horário do dia da semana.',
    en: 'When off, the hours below replace those of the weekday.',
    es: 'Cuando está desactivado, el horario de abajo reemplaza el del día de la semana.',
  },
  opens: { pt: 'Abre', en: 'Opens', es: 'Abre' },
  closes: { pt: 'Fecha', en: 'Closes', es: 'Cierra' },
  opensAgain: { pt: 'Reabre', en: 'Opens again', es: 'Reabre' },
  closesAgain: { pt: 'Fecha de novo', en: 'Closes again', es: 'Cierra de nuevo' },
  save: { pt: 'Salvar feriado', en: 'Save holiday', es: 'Guardar feriado' },
  badHours: {
    pt: 'Escreva o horário como 08:00, com o fim depois do começo.',
    en: 'Enter the time like 08:00, with the end after the start.',
    es: 'Escribe la hora como 08:00, con el fin después del inicio.',
  },
  nameMissing: { pt: 'Dê um nome ao feriado.', en: 'Give the holiday a name.', es: 'Pon un nombre al feriado.' },
  dayMissing: { pt: 'Escolha a data.', en: 'Choose the date.', es: 'Elige la fecha.' },
  taken: {
    pt: 'Este dia já está na lista.',
    en: 'This day is already on the list.',
    es: 'Este día ya está en la lista.',
  },

  nationalTitle: { pt: 'Feriados nacionais', en: 'National holidays', es: 'Feriados nacionales' },
  nationalText: {
    pt: 'Os de data fixa valem para todos os anos; os outros, só para o ano escolhido.',
    en: 'Those with a fixed date apply every year; the others only in the chosen year.',
    es: 'Los de fecha fija valen para todos los años; los otros, solo para el año elegido.',
  },
  year: { pt: 'Ano', en: 'Year', es: 'Año' },
  optional: { pt: 'ponto facultativo', en: 'optional', es: 'opcional' },
  listed: { pt: 'já na lista', en: 'already listed', es: 'ya en la lista' },
  addChosen: { pt: 'Adicionar {count}', en: 'Add {count}', es: 'Agregar {count}' },
  nationalAdded: {
    pt: 'Feriados nacionais adicionados',
    en: 'National holidays added',
    es: 'Feriados nacionales agregados',
  },

  vacation: { pt: 'Férias coletivas', en: 'Company vacation', es: 'Vacaciones colectivas' },
  vacationText: {
    pt: 'São definidas em cada conexão, com datas e mensagem próprias.',
    en: 'Set in each connection, with its own dates and message.',
    es: 'Se definen en cada conexión, con fechas y mensaje propios.',
  },
  openConnections: { pt: 'Abrir conexões', en: 'Open connections', es: 'Abrir conexiones' },
});
