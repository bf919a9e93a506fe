import { endpoints } from '@balcao/contract/endpoints/index';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { anAdmin, aUser } from '../testing/people.ts';
import { renderScreen } from '../testing/render.tsx';
import { answer } from '../testing/server.ts';
it('x', async () => {
  answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
  const asked=answer(endpoints.access.showUser, () => aUser({id:1}));
  const { user } = renderScreen('/tags', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Menu do usuário' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Meu perfil' }));
  await new Promise(r=>setTimeout(r,800));
  console.log(asked.length, document.querySelector('[role=dialog]')?.textContent);
  await new Promise(r=>setTimeout(r,6000));
  console.log(asked.length, document.querySelector('[role=dialog]')?.textContent);
});
