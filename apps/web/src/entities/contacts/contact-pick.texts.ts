import { texts } from '../../lib/texts.ts';

export const contactPickTexts = texts({
  contact: { pt: 'Contato', en: 'Contact', es: 'Contacto' },
  findContact: { pt: 'Nome ou número', en: 'Name or number', es: 'Nombre o número' },
  fromThree: { pt: 'Digite ao menos 3 letras', en: 'Type at least 3 letters', es: 'Escribe al menos 3 letras' },
  searching: { pt: 'Buscando…', en: 'Searching…', es: 'Buscando…' },
  nobody: { pt: 'Nenhum contato encontrado', en: 'No contact found', es: 'Ningún contacto encontrado' },
  change: { pt: 'Trocar contato', en: 'Change the contact', es: 'Cambiar contacto' },
});
