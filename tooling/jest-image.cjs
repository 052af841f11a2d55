// In tests an imported image is the name under which a page would load it.
module.exports = 'image';
