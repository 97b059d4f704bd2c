import { withStorage } from './storage.js'

// News at the desk: `src/desk/news.ts` draws the region, and answers the requests of this script.
;(() => {
  const region = document.querySelector('[data-news]')
  if (!region) return
  const { news, every, list } = region.dataset
  const title = document.title
  let timer
  let isOver = false

  const tell = (text, href, label) => {
    if (region.textContent === text + label) return
    const link = document.createElement('a')
    link.href = href
    link.textContent = label
    region.replaceChildren(text, link)
  }

  const ask = async () => {
    clearTimeout(timer)
    // A hidden page waits until it is visible again.
    if (isOver || document.hidden) return
    const response = await fetch(news, { redirect: 'manual' }).catch(() => null)
    clearTimeout(timer)
    // The session has ended: the desk redirects to the sign-in page.
    if (response?.type === 'opaqueredirect') {
      isOver = true
      document.title = title
      return tell('Your session has ended, so new inquiries are not shown. ', location.href, 'Sign in again')
    }
    const answer = response?.ok ? await response.json().catch(() => null) : null
    if (answer) {
      const { count, more } = answer
      const number = more ? `${count}+` : count
      document.title = count > 0 ? `(${number}) ${title}` : title
      if (count === 0) region.replaceChildren()
      else tell(`${number} new ${count === 1 ? 'inquiry' : 'inquiries'}: `, list, count === 1 ? 'show it' : 'show them')
    }
    timer = setTimeout(ask, every)
  }

  document.addEventListener('visibilitychange', ask)
  timer = setTimeout(ask, every)
})()

// Selects all rows of the list, without loading the page again.
document.querySelector('[data-select-all]')?.addEventListener('click', (event) => {
  event.preventDefault()
  for (const box of document.querySelectorAll('.pick input')) box.checked = true
})

// Fills in a letter without loading the page again. Typed text is replaced only after a question.
addEventListener('click', async (event) => {
  const link = event.target.closest('.letters a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const response = await fetch(link.href, { redirect: 'manual' }).catch(() => null)
  const page = response?.ok && new DOMParser().parseFromString(await response.text(), 'text/html')
  const filled = page && page.querySelector('.reply textarea') && page.querySelector('.reply')
  if (!filled) return location.assign(link.href)
  const form = document.querySelector('.reply')
  const { value, defaultValue } = form.querySelector('textarea')
  if (value !== defaultValue && !confirm('Replace what you wrote with this letter?')) return
  form.replaceWith(filled)
  filled.querySelector('[aria-current]').focus()
})

// Selects the passage of a refused reply that is still to be filled in.
;(() => {
  const field = document.querySelector('[data-select]')
  const start = field?.value.indexOf(field.dataset.select) ?? -1
  if (start < 0) return
  field.focus()
  field.setSelectionRange(start, start + field.dataset.select.length)
})()

// Keeps typed text in this tab until its form was accepted. If the session ended before, fills the text in after the next sign-in.
// `src/desk/frame.ts` says who is signed in, and whether a form was refused and is not shown again.
;(() => {
  const KEY = 'desk-typed'
  // The server counts use in steps of five minutes.
  const IN_USE_EVERY = 4 * 60_000
  const { member, inUse, unsent } = document.body.dataset
  // By form: the member who typed, the fields, and whether the form was lost, because the session ended or the form was refused.
  const kept = new Map(JSON.parse(withStorage('sessionStorage', (tab) => tab.getItem(KEY)) ?? '[]'))
  const store = () =>
    withStorage('sessionStorage', (tab) =>
      kept.size > 0 ? tab.setItem(KEY, JSON.stringify([...kept])) : tab.removeItem(KEY),
    )
  for (const [form, draft] of kept) {
    if (!member || unsent !== undefined) draft.isLost = true
    else if (!draft.isLost || draft.member !== member) kept.delete(form)
  }
  store()
  if (!member) return

  const keyOf = (form) =>
    `${form.getAttribute('action')} ${form.querySelector('[type=hidden][name=what]')?.value ?? ''}`
  // Forms with autocomplete off, such as the one that erases, are neither kept nor filled in.
  const isKept = (form) => form?.matches('form[method=post]:not([autocomplete=off])')
  const fieldsOf = (form) =>
    [...form.elements].filter((field) =>
      field.matches('[name]:not([type=hidden], [type=password], [type=file], button)'),
    )
  const isTick = ({ type }) => type === 'checkbox' || type === 'radio'

  for (const form of document.forms) {
    const draft = isKept(form) && kept.get(keyOf(form))
    if (!draft) continue
    for (const field of fieldsOf(form)) {
      const texts = draft.fields.filter(([name]) => name === field.name).map(([, text]) => text)
      const before = field.value
      if (isTick(field)) field.checked = texts.includes(field.value)
      else field.value = texts[0] ?? before
      // The select no longer has the option that was chosen.
      if (field.selectedIndex < 0) field.value = before
    }
    const note = document.createElement('p')
    note.className = 'hint'
    note.setAttribute('role', 'status')
    note.textContent = 'What you typed is filled in again. It was not sent.'
    form.prepend(note)
    draft.isLost = false
  }
  store()

  let usedAt = Date.now()
  const keep = ({ type, target }) => {
    const form = target.form ?? target
    if (type === 'submit' && form.matches('.sign-out')) kept.clear()
    else if (isKept(form)) {
      const fields = fieldsOf(form).filter((field) => !isTick(field) || field.checked)
      if (fields.length > 0) kept.set(keyOf(form), { member, fields: fields.map(({ name, value }) => [name, value]) })
    }
    store()
    if (type === 'submit' || Date.now() - usedAt < IN_USE_EVERY) return
    usedAt = Date.now()
    fetch(inUse, { redirect: 'manual' }).catch(() => null)
  }
  for (const type of ['input', 'change', 'submit']) addEventListener(type, keep)
})()
