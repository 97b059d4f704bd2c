import { meantEmail } from '../inquiries/typing-slip.ts'
import { withStorage } from './storage.js'

;(() => {
  const KEY = 'front-desk-draft'
  const form = document.getElementById('contact-form')
  if (!form) {
    withStorage('sessionStorage', (tab) => tab.removeItem(KEY))
    return
  }

  // The tick below the notices is not saved, because a person must set it for each inquiry.
  const typed = [...form.querySelectorAll('.field [name]:not(#language)')]
  const isButton = ({ type }) => type === 'radio' || type === 'checkbox'
  const isFresh = !document.getElementById('errors')
  const draft = JSON.parse(withStorage('sessionStorage', (tab) => tab.getItem(KEY)) ?? '{}')
  if (isFresh && Object.keys(draft).length > 0) {
    for (const field of typed) {
      // A tab may hold a draft of an earlier release, with one text for each name.
      const kept = [draft[field.name] ?? []].flat()
      if (isButton(field)) field.checked ||= kept.includes(field.value)
      else field.value ||= kept[0] ?? ''
      if (kept.length > 0) field.closest('details')?.setAttribute('open', '')
    }
    const note = document.createElement('p')
    note.className = 'hint'
    note.textContent = form.dataset.restored
    form.prepend(note)
  }
  const saveDraft = () => {
    const texts = {}
    for (const field of typed)
      if (field.value && (!isButton(field) || field.checked)) (texts[field.name] ??= []).push(field.value)
    withStorage('sessionStorage', (tab) =>
      Object.keys(texts).length > 0 ? tab.setItem(KEY, JSON.stringify(texts)) : tab.removeItem(KEY),
    )
  }
  form.addEventListener('input', saveDraft)
  form.addEventListener('change', saveDraft)

  // Shows how many characters are left. The counter is the element after the text.
  for (const counter of form.querySelectorAll('.count')) {
    const text = counter.previousElementSibling
    const { most, left, over } = counter.dataset
    let timer
    const count = () => {
      const rest = most - [...text.value.trim()].length
      counter.textContent = (rest < 0 ? over : left).replace('{n}', Math.abs(rest).toLocaleString('en-US'))
      counter.classList.toggle('over', rest < 0)
    }
    text.addEventListener('input', () => {
      // Waits for a pause in typing. Otherwise, a screen reader would announce the count after every letter.
      clearTimeout(timer)
      timer = setTimeout(count, 400)
    })
    if (text.value) count()
  }

  // Shows a likely mistake in the domain, with a button that corrects it.
  const address = form.querySelector('[type=email]')
  const note = form.querySelector('.meant')
  const [before, after] = note.dataset.meant.split('{address}')
  const suggest = () => {
    const meant = meantEmail(address.value)
    if (!meant) return note.replaceChildren()
    const change = document.createElement('button')
    change.type = 'button'
    change.textContent = meant
    change.addEventListener('click', () => {
      address.value = meant
      address.focus()
      address.dispatchEvent(new Event('input', { bubbles: true }))
    })
    note.replaceChildren(before, change, after)
  }
  // Waits for the click that left the field, because the clicked element must not move before.
  address.addEventListener('change', () => setTimeout(suggest, 300))
  address.addEventListener('input', () => note.replaceChildren())
  suggest()

  const button = form.querySelector('button[type=submit]')
  const label = button.textContent
  form.addEventListener('submit', (event) => {
    if (button.getAttribute('aria-disabled')) return event.preventDefault()
    // An incomplete date would be sent as an empty one.
    const date = form.elements.namedItem('date')
    if (!date.checkValidity()) {
      // The browser shows no message in closed details.
      date.closest('details')?.setAttribute('open', '')
      date.reportValidity()
      return event.preventDefault()
    }
    button.setAttribute('aria-disabled', 'true')
    button.textContent = form.dataset.sending
  })
  // After going back, the browser may restore the page with the disabled button.
  addEventListener('pageshow', () => {
    button.removeAttribute('aria-disabled')
    button.textContent = label
  })
})()
