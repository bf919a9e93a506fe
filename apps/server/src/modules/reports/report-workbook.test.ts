import { ReportFilter } from '@balcao/contract/endpoints/reports';
import { expect, it } from 'vitest';
import { filterText } from './report-workbook.ts';

it('names every condition of a filter, and numbers what no longer exists', () => {
  const named = (id: number, name: string) => new Map([[id, { id, name, color: '#112233' }]]);
  const names = {
    contact: 'Helena',
    connections: new Map(),
    users: named(3, 'Ana'),
    queues: named(4, 'Vendas'),
    tags: named(5, 'VIP'),
  };
  const days = { dateFrom: '2026-03-01', dateTo: '2026-03-02' };
  const text = (filter: Partial<ReportFilter>) =>
    filterText({ ...ReportFilter.parse({}), ...filter, ...days }, names, 'America/Sao_Paulo');
  expect(
    text({
      searchParam: 'hel',
      contactId: 1,
      whatsappIds: [2],
      userIds: [3, 9],
      queueIds: [4],
      tagIds: [5],
      status: ['open', 'closed'],
      onlyRated: true,
      part: 'late',
      score: 0,
      hour: '2026-03-01T18:00:00.000Z',
    }),
  ).toBe(
    'Busca: hel; Contato: Helena; Conexões: #2; Atendentes: Ana, Usuário excluído 9; Filas: Vendas; Tags: VIP; ' +
      'Situação: Atendendo, Resolvida; Só avaliados; Parte: Fora da meta; Nota: 0; Hora: 15:00',
  );
  expect(filterText({ ...ReportFilter.parse({}), ...days }, { ...names, contact: null }, 'America/Sao_Paulo')).toBe('');
});
