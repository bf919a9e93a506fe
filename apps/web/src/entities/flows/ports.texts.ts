import { texts } from '../../lib/texts.ts';

/** The exits of nodes by their ids, or by their kind where the id names nothing. */
export const portTexts = texts({
  next: { pt: 'Continua', en: 'Continues', es: 'Continúa' },
  choice: { pt: 'Opção {number}', en: 'Option {number}', es: 'Opción {number}' },
  yes: { pt: 'Sim', en: 'Yes', es: 'Sí' },
  no: { pt: 'Não', en: 'No', es: 'No' },
  answered: { pt: 'O cliente escreveu antes', en: 'The customer wrote first', es: 'El cliente escribió antes' },
  timeout: { pt: 'Sem resposta a tempo', en: 'No answer in time', es: 'Sin respuesta a tiempo' },
  failed: { pt: 'Não deu certo', en: 'Did not work', es: 'No funcionó' },
  done: { pt: 'Depois', en: 'Afterwards', es: 'Después' },
  open: { pt: 'Aberto', en: 'Open', es: 'Abierto' },
  closed: { pt: 'Fechado', en: 'Closed', es: 'Cerrado' },
  transferred: { pt: 'Transferido', en: 'Transferred', es: 'Transferido' },
});
